// One question to a settled page: the render probe (METRICS 1), its text, its links, where it stands.
(options) => {
  const collapse = (text) => text.replace(/\s+/g, " ").trim();
  const bare = { mount: "body", element: document.body };
  let found = bare;
  for (const selector of options.mounts) {
    const element = document.querySelector(selector);
    if (element) { found = { mount: selector, element }; break; }
  }
  const element = found.element ?? document.documentElement;
  const inner = element.innerText ?? element.textContent ?? "";
  const count = (selector) => element.querySelectorAll(selector).length;

  // 2D canvases can be read here, at any place of the page; others are judged from the screenshot.
  const flat2d = (canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return true;
    const side = 200;
    const copy = document.createElement("canvas");
    copy.width = Math.min(canvas.width, side);
    copy.height = Math.min(canvas.height, side);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0, copy.width, copy.height);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const low = [255, 255, 255, 255], high = [0, 0, 0, 0];
    for (let index = 0; index < data.length; index += 1) {
      const channel = index & 3;
      if (data[index] < low[channel]) low[channel] = data[index];
      if (data[index] > high[channel]) high[channel] = data[index];
    }
    return high.every((value, channel) => value - low[channel] <= options.flatRange);
  };
  const canvases = Array.from(element.querySelectorAll("canvas")).slice(0, 12).map((canvas) => {
    const box = canvas.getBoundingClientRect();
    let painted = null;
    try {
      // Throws where the picture came from elsewhere; a WebGL picture is gone outside its frame and reads as flat.
      painted = !flat2d(canvas) || null;
      if (painted === null && canvas.getContext("2d")) painted = false;
    } catch { painted = null; }
    return { painted, box: [box.left, box.top, box.width, box.height] };
  });

  const roots = [document];
  for (let index = 0; index < roots.length && index < 200; index += 1) {
    for (const node of roots[index].querySelectorAll("*")) if (node.shadowRoot) roots.push(node.shadowRoot);
  }
  const links = new Map();
  for (const root of roots) {
    for (const anchor of root.querySelectorAll("a[href], area[href]")) {
      const written = anchor.getAttribute("href") ?? "";
      const href = typeof anchor.href === "string" ? anchor.href : new URL(anchor.href.baseVal, document.baseURI).href;
      const label = collapse(anchor.innerText ?? anchor.textContent ?? "") || collapse(anchor.getAttribute("aria-label") || anchor.title || anchor.querySelector?.("img[alt]")?.alt || "");
      const key = written + "\n" + label;
      if (links.has(key) || links.size >= options.linksLimit) continue;
      links.set(key, {
        href: written.slice(0, 2000), resolved: href.slice(0, 2000), text: label.slice(0, options.labelLimit),
        blank: (anchor.target || "") === "_blank", download: anchor.hasAttribute("download"),
      });
    }
  }
  return {
    mount: found.mount,
    all: count("*"),
    textLength: inner.length,
    visuals: count("svg,img,canvas,video"),
    interactive: count("button,input,textarea,select,a[href],[role=button]"),
    inner,
    canvases,
    links: Array.from(links.values()),
    title: document.title,
    url: location.href,
    errors: window[Symbol.for("pytest-uibench")]?.errors ?? [],
  };
}
