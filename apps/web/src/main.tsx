import './ui/theme/site.css';
import './ui/theme/chips.css';
import './ui/theme/table.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queries } from './api/queries.ts';
import { recordBehavior } from './app/behavior.ts';
import { router } from './app/router.tsx';
import { Offline } from './ui/notices/offline.tsx';
import { Toasts } from './ui/notices/toasts.tsx';
import { applyTheme, mode } from './ui/theme/theme.ts';

applyTheme();
mode.onChange(() => applyTheme());
// Light text is hard to read on paper.
addEventListener('beforeprint', () => applyTheme('light'));
addEventListener('afterprint', () => applyTheme());
recordBehavior(router);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <div className="app">
        <RouterProvider router={router} />
      </div>
      <Toasts />
      <Offline />
    </QueryClientProvider>
  </StrictMode>,
);
