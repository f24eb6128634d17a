// Runs before the app's code: notes what a page still has to do, so that settling asks once instead of polling from
// outside. Everything hangs on one unlisted symbol; natives are captured before the app can replace them.
(config) => {
  const key = Symbol.for("pytest-uibench");
  if (window[key]) return;
  const now = performance.now.bind(performance);
  const state = {
    now,
    lastActivity: now(),
    mutations: 0,
    live: false,
    requests: new Map(),
    finished: new Map(),
    resources: new Map(),
    timers: new Map(),
    later: new Set(),
    errors: [],
    webgl: "unused",
    clipboard: [],
    begun: 0,
    wait: window.setTimeout.bind(window),
  };
  Object.defineProperty(window, key, { value: state });
  const active = () => { state.lastActivity = now(); };

  // --- Mutations. A node that changes all the time (clock, count-up) is live and holds nothing.
  const seen = new WeakMap();
  const live = (record) => Boolean(record) && record.count >= config.liveCount && record.last - record.first >= config.liveMs;
  const isLive = (node, time) => {
    const record = seen.get(node);
    if (!record) {
      seen.set(node, { first: time, last: time, count: 1 });
      return false;
    }
    if (record.last !== time) {
      record.last = time;
      record.count += 1;
    }
    return live(record);
  };
  state.isLive = (node) => live(seen.get(node));
  const pendingResource = (node) => {
    if (document.readyState !== "complete" || node.nodeType !== 1) return;
    const wanted = node.tagName === "SCRIPT" ? node.src : node.tagName === "LINK" && /stylesheet|modulepreload/.test(node.rel) && node.href;
    if (wanted) state.resources.set(node, now());
  };
  const observer = new MutationObserver((records) => {
    const time = now();
    let moved = false;
    for (const record of records) {
      if (isLive(record.target, time)) state.live = true;
      else moved = true;
      for (const node of record.addedNodes) pendingResource(node);
    }
    state.mutations += records.length;
    if (moved) active();
  });
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, everything);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    observer.observe(root, everything);
    return root;
  };
  const arrived = (event) => {
    const { target } = event;
    // A syntax error has no stack: only this event tells its file.
    if (event instanceof ErrorEvent && event.filename && state.errors.length < config.errorLimit) {
      state.errors.push({ text: String(event.message), url: event.filename, line: event.lineno, column: event.colno });
    }
    if (state.resources.delete(target) || target === document || target === window) active();
  };
  window.addEventListener("error", arrived, true);
  window.addEventListener("load", arrived, true);
  // The load event of an element stops at the document, it never passes the window.
  document.addEventListener("load", arrived, true);

  // --- Moves within the document; a router that moves for ever is told apart by their number.
  let moves = 0;
  for (const name of ["pushState", "replaceState"]) {
    const move = history[name];
    history[name] = function () {
      moves += 1;
      if (moves <= config.moveLimit) active();
      return move.apply(this, arguments);
    };
  }

  // --- Requests: fetch and XMLHttpRequest. Streams that stay open (EventSource, WebSocket) are not among them.
  let serial = 0;
  const begin = (method, url) => {
    let path;
    try { path = `${method} ${new URL(String(url), document.baseURI).pathname}`; } catch { path = String(url); }
    serial += 1;
    state.begun = serial;
    state.requests.set(serial, { path, since: now() });
    return serial;
  };
  const end = (id) => {
    const request = state.requests.get(id);
    if (!request) return;
    state.requests.delete(id);
    const times = (state.finished.get(request.path) || 0) + 1;
    state.finished.set(request.path, times);
    if (times <= config.pollRepeats) active();
  };
  const nativeFetch = window.fetch;
  if (nativeFetch) {
    window.fetch = function fetch(input, init) {
      const id = begin(init?.method ?? input?.method ?? "GET", input?.url ?? input);
      let answer;
      try { answer = nativeFetch.apply(this, arguments); } catch (error) { end(id); throw error; }
      answer.then(() => end(id), () => end(id));
      return answer;
    };
  }
  const { open, send } = XMLHttpRequest.prototype;
  const addresses = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, url) {
    addresses.set(this, [method, url]);
    return open.apply(this, arguments);
  };
  XMLHttpRequest.prototype.send = function () {
    const id = begin(...(addresses.get(this) ?? ["GET", ""]));
    this.addEventListener("loadend", () => end(id), { once: true });
    try { return send.apply(this, arguments); } catch (error) { end(id); throw error; }
  };

  // --- One-shot timers of the app, with how many timers led to them: a chain of timers is a loop, not loading.
  const nativeSet = window.setTimeout, nativeEvery = window.setInterval, nativeClear = window.clearTimeout, nativeClearInterval = window.clearInterval;
  let depth = 0;
  window.setTimeout = function setTimeout(handler, delay, ...args) {
    if (typeof handler !== "function") return nativeSet.apply(this, arguments);
    const level = depth + 1;
    let id;
    const wrapped = function (...given) {
      state.later.delete(id);
      if (state.timers.delete(id)) active();
      const outer = depth;
      depth = level;
      try { return handler.apply(this, given); } finally { depth = outer; }
    };
    id = nativeSet.call(window, wrapped, delay, ...args);
    state.later.add(id);
    const after = Number(delay) || 0;
    if (after > 0 && after <= config.timerMs && level <= config.timerDepth) state.timers.set(id, { due: now() + after, after });
    return id;
  };
  window.setInterval = function setInterval() {
    const id = nativeEvery.apply(window, arguments);
    state.later.add(id);
    return id;
  };
  window.clearTimeout = function clearTimeout(id) { state.later.delete(id); state.timers.delete(id); return nativeClear.call(window, id); };
  window.clearInterval = function clearInterval(id) { state.later.delete(id); state.timers.delete(id); return nativeClearInterval.call(window, id); };

  // --- Clipboard: what the app writes is noted, and stays in the page (contexts have no permission, and share one).
  const copied = (text) => { if (state.clipboard.length < config.errorLimit) state.clipboard.push(String(text).slice(0, config.clipboardLimit)); };
  const clipboard = window.Clipboard?.prototype;
  if (clipboard) {
    const reading = () => state.copied ?? "";
    const writeText = async (text) => { state.copied = String(text); copied(text); active(); };
    const replace = (name, value) => Object.defineProperty(clipboard, name, { value, writable: true, configurable: true });
    replace("writeText", function (text) { return writeText(text); });
    replace("readText", function () { return Promise.resolve(reading()); });
    replace("write", async function (items) {
      for (const item of items) {
        const kind = item.types.find((type) => type === "text/plain") ?? item.types[0];
        if (kind) await writeText(/^text\//.test(kind) ? await (await item.getType(kind)).text() : `[${kind}]`);
      }
    });
  }
  // The last listener of all sees what the app put there, or else what is selected.
  window.addEventListener("copy", (event) => {
    const field = document.activeElement;
    const part = field && "selectionStart" in field && field.selectionStart !== null ? field.value.slice(field.selectionStart, field.selectionEnd) : "";
    const given = event.defaultPrevented ? event.clipboardData?.getData("text/plain") : "";
    const text = given || part || String(document.getSelection() ?? "");
    if (text) { state.copied = text; copied(text); }
  });

  // --- WebGL: told apart from a blank canvas (no graphics here is not the app's fault).
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind) {
    const context = getContext.apply(this, arguments);
    if (/^(experimental-)?webgl2?$/.test(kind)) {
      if (context) state.webgl = "used";
      else if (state.webgl === "unused") state.webgl = "unavailable";
    }
    return context;
  };
}
