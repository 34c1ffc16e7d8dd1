/**
 * Runs in the page, in an isolated world. Finds the button that accepts in a consent overlay: that of a widely used
 * consent manager, otherwise one with an accepting label inside an overlay that mentions cookies or privacy. Clicks it
 * by script if `press` is set; otherwise returns the point to click.
 */
export function consentButton(press: boolean) {
  const known = [
    '#onetrust-accept-btn-handler',
    '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll',
    '#didomi-notice-agree-button',
    '#truste-consent-button',
    '.qc-cmp2-summary-buttons button[mode=primary]',
    '[data-testid=uc-accept-all-button]',
    '.fc-cta-consent',
    '.sp_choice_type_11',
  ].join(',');
  const pressable = 'button,[role=button],a,input[type=button],input[type=submit]';
  const agrees =
    /accept|agree|allow|consent|got it|understand|^ok(ay)?$|同意|接受|允许|接受全部|知道了|我已了解|^好的?$|^确[定认]$/i;
  const differs =
    /reject|decline|refuse|deny|necessary|essential|manage|setting|option|preference|more|learn|policy|拒绝|不同意|仅|必要|设置|管理|选项|更多|了解|政策|协议/i;
  const speaksOfIt = /cookie|consent|privacy|gdpr|隐私|个人信息|使用条款/i;
  const maxLabel = 40;

  const everything: Element[] = [];
  const collect = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      everything.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);

  const labelOf = (element: Element): string =>
    (element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')).replace(/\s+/g, ' ').trim();
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const overlayOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const lies =
        /^(fixed|sticky)$/.test(getComputedStyle(at).position) ||
        at.matches('dialog[open],[role=dialog],[aria-modal=true]');
      if (lies) return at;
    }
    return null;
  };
  const isConsent = (element: Element): boolean => {
    const label = labelOf(element);
    if (!label || label.length > maxLabel || !agrees.test(label) || differs.test(label)) return false;
    // A consent frame contains nothing but the overlay.
    const overlay = overlayOf(element) ?? (window === window.top ? null : document.body);
    return overlay !== null && speaksOfIt.test(overlay.textContent ?? '');
  };

  const found =
    everything.find((element) => element.matches(known) && element.checkVisibility()) ??
    everything.find((element) => element.matches(pressable) && element.checkVisibility() && isConsent(element));
  if (!(found instanceof HTMLElement)) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  if (press) found.click();
  return { label: labelOf(found).slice(0, 100), x: left + width / 2, y: top + height / 2 };
}
