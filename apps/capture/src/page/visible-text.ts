/**
 * Runs in the page, in an isolated world. Returns the visible text in the order of the flat tree (shadow trees in place
 * of their hosts, slotted content in its slot), one line per block, and the signs by which blocking pages are
 * recognised.
 */
export function visibleText() {
  const inline = /^(inline|contents|ruby|none)/;
  const lines: string[] = [];
  let line = '';
  let pictures = 0;
  const endLine = () => {
    const text = line.replace(/[ \t\r\n\f]+/g, ' ').trim();
    if (text) lines.push(text);
    line = '';
  };
  const childrenOf = (element: Element): Iterable<Node> => {
    if (element instanceof HTMLSlotElement) {
      const assigned = element.assignedNodes();
      return assigned.length > 0 ? assigned : element.childNodes;
    }
    return (element.shadowRoot ?? element).childNodes;
  };
  const walk = (node: Node, visible: boolean, depth: number): void => {
    if (node instanceof Text) {
      if (visible) line += node.data;
      return;
    }
    if (!(node instanceof Element) || depth > 500) return;
    const style = getComputedStyle(node);
    if (style.display === 'none') return;
    if (node instanceof HTMLBRElement) return endLine();
    if (/^(IMG|CANVAS|VIDEO|SVG|OBJECT|EMBED)$/i.test(node.tagName)) pictures += 1;
    const isBlock = !inline.test(style.display);
    if (isBlock) endLine();
    if (/^(IFRAME|SVG|TEXTAREA|SELECT|OBJECT)$/i.test(node.tagName) === false)
      for (const child of childrenOf(node)) walk(child, style.visibility === 'visible', depth + 1);
    if (isBlock) endLine();
  };
  if (document.documentElement) walk(document.documentElement, true, 0);
  endLine();

  const signs = {
    'cloudflare challenge':
      '#challenge-form,#cf-challenge-running,.cf-turnstile,script[src*="/cdn-cgi/challenge-platform/"]',
    reCAPTCHA: 'iframe[src*="recaptcha/api2/bframe"],iframe[src*="recaptcha/enterprise/bframe"]',
    hCaptcha: 'iframe[src*="hcaptcha.com"][src*="challenge"]',
    'slider captcha':
      '.geetest_panel,.geetest_holder,.nc-container,#nc_1_wrapper,.yidun,.tcaptcha-transform,#tcaptcha_iframe,#captcha-verify',
  };
  return {
    title: document.title,
    text: lines.join('\n'),
    passwordFields: [...document.querySelectorAll('input[type=password]')].filter((field) => field.checkVisibility())
      .length,
    pictures,
    markers: Object.entries(signs).flatMap(([name, selector]) => (document.querySelector(selector) ? [name] : [])),
  };
}
