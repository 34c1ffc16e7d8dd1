import { afterAll, vi } from 'vitest';

// Test files share a process (`isolate: false`): a global that one of them replaces must not reach the next.
afterAll(() => void vi.unstubAllGlobals());
