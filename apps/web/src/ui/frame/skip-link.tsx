import './skip-link.css';

/** First link of a page, visible while it has the focus: leads past the navigation (WCAG 2.2, 2.4.1). */
export const SkipLink = ({ children }: { children: string }) => (
  <a className="skip-link" href="#content">
    {children}
  </a>
);
