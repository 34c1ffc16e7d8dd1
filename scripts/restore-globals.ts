import { afterAll, vi } from 'vitest';

// Test files share a process (`isolate: false`), so what one file replaces must not reach the next: globals, and the clock.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
