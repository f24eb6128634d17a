// What stands in front of a page: a log-in form, a layer over it, or an intro that is all there is. Told by structure.
// Gives plain facts and, beside them, the elements that they speak of.
(options) => {
  const elements = [];
  const keep = (element) => elements.push(element) - 1;
  const squeeze = (text) => (text || "").replace(/\s+/g, " ").trim();
  const style = (element) => getComputedStyle(element);
  const box = (element) => element.getBoundingClientRect();
  const parent = (node) => node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const visible = (element) => {
    const { width, height } = box(element);
    if (width < 2 || height < 2) return false;
    return !element.checkVisibility || element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const every = (selector, root) => {
    const found = [...root.querySelectorAll(selector)];
    let seen = 0;
    for (const element of root.querySelectorAll("*")) {
      seen += 1;
      if (seen > options.nodes) break;
      if (element.shadowRoot) found.push(...every(selector, element.shadowRoot));
    }
    return found;
  };
  const inside = (element, root) => {
    for (let node = element; node; node = parent(node)) if (node === root) return true;
    return false;
  };
  const step = (element) => {
    const tag = element.localName;
    if (element.id && /^[A-Za-z][\w-]*$/.test(element.id)) return `${tag}#${element.id}`;
    const same = element.parentElement ? [...element.parentElement.children].filter((other) => other.localName === tag) : [];
    return same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(element) + 1})` : tag;
  };
  const path = (element) => {
    const parts = [];
    for (let node = element; node && node !== document.body && parts.length < options.depth; node = parent(node)) {
      parts.unshift(step(node));
      if (parts[0].includes("#")) break;
    }
    return parts.join(" > ");
  };
  const name = (element) => {
    const labels = element.labels && element.labels.length ? element.labels[0].innerText : "";
    const pressed = /^(submit|button)$/.test(element.type) && element.localName === "input";
    const shown = pressed ? element.value : element.localName === "select" ? "" : element.innerText;
    const fallback = element.placeholder || element.title || element.name || "";
    return squeeze(element.getAttribute("aria-label") || labels || shown || fallback).slice(0, options.text);
  };
  const BUTTONS = "button,[role=button],input[type=submit],input[type=button],input[type=image],summary";
  const CONTROLS = `${BUTTONS},a[href],input:not([type=hidden]),select,textarea,[role=link],[role=tab],[contenteditable=true]`;
  const enabled = (element) => !element.disabled && element.getAttribute("aria-disabled") !== "true";
  const here = location.href.split("#")[0];
  const elsewhere = (element) => {
    const link = element.closest("a[href]");
    if (!link || !/^https?:/.test(link.protocol)) return false;
    return link.href.split("#")[0] !== here || (link.hash.startsWith("#/") && link.hash !== location.hash);
  };

  // A drawn surface of its own sets the main action apart from others; the page's language does not matter.
  const alpha = (color) => {
    const found = /^rgba\(.*,\s*([\d.]+)\)$/.exec(color) || /\/\s*([\d.]+)\)$/.exec(color);
    return found ? Number(found[1]) : color === "transparent" ? 0 : 1;
  };
  const filled = (element) => alpha(style(element).backgroundColor) > 0.5 || style(element).backgroundImage !== "none";
  const button = (element, root) => {
    const place = box(element), frame = box(root);
    const text = name(element);
    return {
      index: keep(element), path: path(element), text, shown: squeeze(element.innerText || element.value),
      area: Math.round(place.width * place.height), filled: filled(element), enabled: enabled(element),
      away: elsewhere(element), link: element.localName === "a",
      opens: element.hasAttribute("aria-expanded") || element.hasAttribute("aria-haspopup"),
      corner: place.top - frame.top < frame.height * 0.25 && frame.right - place.right < frame.width * 0.15 && place.width < 64,
      submits: element.type === "submit",
    };
  };
  const clickable = (root) => every(`${BUTTONS},a[href]`, root).filter(visible);

  // --- A log-in form: what a visible password field belongs to.
  const typed = (element) => element.matches("input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),select,textarea");
  const group = (password) => {
    if (password.form) return password.form;
    for (let node = parent(password); node && node !== document.body; node = parent(node)) {
      if (every(BUTTONS, node).some((element) => visible(element) && squeeze(element.innerText || element.value))) return node;
    }
    return document.body;
  };
  const field = (element) => ({
    index: keep(element), path: path(element), name: name(element), type: element.localName === "select" ? "select" : element.type || "text",
    value: element.type === "checkbox" || element.type === "radio" ? "" : squeeze(element.value), filled: Boolean(element.value),
    checked: Boolean(element.checked), required: Boolean(element.required || element.getAttribute("aria-required") === "true"),
    group: element.name || "", hint: element.placeholder || "", mode: element.inputMode || "", limit: element.maxLength || -1,
    email: element.type === "email" || element.inputMode === "email" || /email/.test(element.autocomplete || "") || /@/.test(element.placeholder || ""),
    options: element.localName === "select" ? [...element.options].filter((option) => option.value && !option.disabled).map((option) => option.value).slice(0, 5) : [],
  });
  const after = (element, other) => Boolean(other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const login = () => {
    const passwords = every("input[type=password]", document).filter((element) => visible(element) && enabled(element));
    if (!passwords.length) return null;
    const forms = [...new Set(passwords.map(group))];
    // With a log-in beside a sign-up, the one with a single password.
    const form = forms.find((one) => passwords.filter((element) => inside(element, one)).length === 1) || forms[0];
    const fields = every("input,select,textarea", form).filter((element) => typed(element) && !element.disabled && (visible(element) || /^(checkbox|radio)$/.test(element.type)));
    const last = passwords.filter((element) => inside(element, form)).pop();
    const buttons = clickable(form).filter((element) => !element.matches("summary"));
    const labelled = buttons.filter((element) => squeeze(element.innerText || element.value));
    const submits = buttons.filter((element) => element.type === "submit");
    const submit = submits.find((element) => after(element, last) && labelled.includes(element)) || submits.filter((element) => labelled.includes(element)).pop()
      || labelled.find((element) => after(element, last) && !elsewhere(element)) || submits.pop() || labelled[0] || null;
    const outside = every(CONTROLS, document).filter((element) => visible(element) && !inside(element, form));
    const others = clickable(document).filter((element) => element !== submit && squeeze(element.innerText || element.value) && !element.closest("nav,header,footer"));
    return {
      path: path(form), fields: fields.map(field), submit: submit ? button(submit, form) : null,
      others: others.slice(0, options.others).map((element) => button(element, form)), outside: outside.length,
      text: squeeze(form.innerText).slice(0, options.text * 4),
    };
  };

  // --- Layers: what a click at any point of the window would meet.
  const wide = () => document.documentElement.clientWidth || innerWidth;
  const tall = () => document.documentElement.clientHeight || innerHeight;
  const covers = (element) => {
    const place = box(element);
    const width = Math.min(place.right, wide()) - Math.max(place.left, 0);
    const height = Math.min(place.bottom, tall()) - Math.max(place.top, 0);
    return Math.max(0, width) * Math.max(0, height) / (wide() * tall());
  };
  const raised = (element) => {
    if (element.matches("dialog[open]") || (element.matches("[popover]") && element.matches(":popover-open"))) return true;
    const { position, zIndex } = style(element);
    if (position === "fixed") return true;
    return position === "absolute" && zIndex !== "auto" && Number(zIndex) > 0 && covers(element) >= options.covering;
  };
  const layerOf = (element) => {
    let found = null;
    for (let node = element; node && node !== document.body && node !== document.documentElement; node = parent(node)) if (raised(node)) found = node;
    return found;
  };
  const layers = () => {
    const found = new Set();
    let blocked = 0, points = 0;
    const dead = style(document.body).pointerEvents === "none" || style(document.documentElement).pointerEvents === "none";
    for (const x of options.points) {
      for (const y of options.points) {
        points += 1;
        const hit = document.elementFromPoint(wide() * x, tall() * y);
        const layer = hit && layerOf(hit);
        if (layer) found.add(layer);
        if (layer || (dead && (!hit || hit === document.documentElement || hit === document.body))) blocked += 1;
      }
    }
    if (dead || blocked) for (const element of every("dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]", document)) {
      if (visible(element) && style(element).pointerEvents !== "none") found.add(layerOf(element) || element);
    }
    if (dead) for (const element of document.body.querySelectorAll("*")) if (style(element).position === "fixed" && style(element).pointerEvents !== "none" && visible(element)) found.add(layerOf(element));
    return { share: blocked / points, found: [...found], dead };
  };
  const locked = () => [document.documentElement, document.body].some((element) => /hidden|clip/.test(style(element).overflowY));
  const overlay = () => {
    const { share, found, dead } = layers();
    if (!found.length || share < options.blocked) return null;
    const outer = found.filter((one) => !found.some((other) => other !== one && inside(one, other)));
    const spoken = outer.map((one) => squeeze(one.innerText)).filter(Boolean);
    const text = spoken.join(" ").slice(0, options.text * 4);
    const whole = squeeze(document.body.innerText);
    const buttons = outer.flatMap((one) => clickable(one).map((element) => button(element, one)));
    // The layer that speaks, without the backdrop that it may have; a panel inside of a backdrop is smaller than it.
    const panels = outer.filter((one) => squeeze(one.innerText)).map((one) => {
      let panel = one;
      while (panel.children.length) {
        const inner = [...panel.children].filter((child) => squeeze(child.innerText) || child.matches(BUTTONS));
        if (inner.length !== 1) break;
        [panel] = inner;
      }
      // Through a veil the page can still be seen: only what is solid takes the window.
      let solid = false;
      for (let node = panel; node && !solid; node = node === one ? null : parent(node)) {
        solid = covers(node) >= options.covering && (alpha(style(node).backgroundColor) > 0.9 || style(node).backgroundImage !== "none");
      }
      return solid ? covers(panel) : Math.min(covers(panel), options.covering / 2);
    });
    return {
      text, buttons, dead, locked: locked(), behind: Math.max(0, whole.length - spoken.join(" ").length),
      share: Math.max(0, ...panels), fields: outer.some((one) => every("input:not([type=hidden]):not([type=checkbox]):not([type=radio]),select,textarea", one).some(visible)),
      password: outer.some((one) => every("input[type=password]", one).some(visible)), path: path(outer[outer.length - 1]),
    };
  };

  // --- All there is: little text, few controls, nothing to fill in, no way to other pages.
  const intro = () => {
    const text = squeeze(document.body.innerText);
    const controls = every(CONTROLS, document).filter(visible);
    const buttons = clickable(document).map((element) => button(element, document.body));
    const plain = controls.every((element) => element.matches(`${BUTTONS},a[href]`)) && buttons.every((one) => !one.away);
    const short = document.documentElement.scrollHeight <= tall() * options.screens;
    return plain && short && text.length <= options.introText && buttons.length <= options.introButtons ? { text, buttons } : null;
  };

  const state = window[Symbol.for("pytest-uibench")];
  const due = state ? [...state.timers.values()].map((timer) => timer.due - state.now()).filter((left) => left > 0) : [];
  if (!document.body) return { facts: null, elements };
  const facts = {
    url: location.href, text: squeeze(document.body.innerText).slice(0, options.page), count: document.body.querySelectorAll("*").length,
    login: login(), overlay: overlay(), intro: intro(), timer: due.length ? Math.round(Math.max(...due)) : 0,
  };
  return { facts, elements };
}
