import { afterAll, vi } from 'vitest';

// Test files share a process (`isolate: false`), so globals replaced by one file must not reach the next.
afterAll(() => void vi.unstubAllGlobals());
