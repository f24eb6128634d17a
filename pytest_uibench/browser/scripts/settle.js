// Adds settle(options) to the recorder's state: resolves when the page is at rest or the deadline is over.
(config) => {
  const key = Symbol.for("pytest-uibench");
  const state = window[key];
  if (!state || state.settle) return;

  const inView = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  };
  const visible = (element) => inView(element) && (!element.checkVisibility || element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));

  const states = () => {
    const all = [state];
    for (let index = 0; index < Math.min(window.frames.length, 8); index += 1) {
      try {
        const inner = window.frames[index][key];
        if (inner) all.push(inner);
      } catch { /* another origin */ }
    }
    return all;
  };

  const busySelector = "[aria-busy=true],[role=progressbar],[class*=skeleton i],[class*=spinner i],[class*=loading i],[class*=loader i],.animate-pulse,.animate-spin";
  const busy = () => {
    const marks = document.querySelectorAll(busySelector);
    for (let index = 0; index < Math.min(marks.length, 50); index += 1) if (visible(marks[index])) return true;
    return false;
  };

  const isEmpty = () => {
    const body = document.body;
    if (!body) return true;
    return body.innerText.trim() === "" && !body.querySelector("canvas,img,svg,video,iframe,input,button,object,embed");
  };

  // Server-rendered markup is dead until its framework has taken over; each leaves a mark of that.
  const reactTookOver = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let count = 0; count < 400 && walker.nextNode(); count += 1) {
      for (const name in walker.currentNode) if (name.startsWith("__reactFiber$") || name.startsWith("__reactProps$")) return true;
    }
    return false;
  };
  const awaitsHydration = () => {
    if (!document.body || document.body.childElementCount === 0) return false;
    if ((window.__NEXT_DATA__ || window.__next_f || window.__remixContext || window.__reactRouterContext) && !reactTookOver()) return true;
    if (document.querySelector("astro-island[ssr][client=load],astro-island[ssr][client=idle],astro-island[ssr][client=only]")) return true;
    const nuxt = document.getElementById("__nuxt");
    return Boolean(nuxt && window.__NUXT__ && !nuxt.__vue_app__);
  };

  const runningAnimations = () => (document.getAnimations ? document.getAnimations() : []).filter((animation) => animation.playState === "running");
  const finiteAnimation = (animation, limit) => {
    const timing = animation.effect?.getComputedTiming();
    if (!timing || animation.timeline !== document.timeline) return false;
    const left = (timing.endTime - (animation.currentTime ?? 0)) / Math.abs(animation.playbackRate || 1);
    return Number.isFinite(left) && left > 0 && left <= limit;
  };

  const pendingNow = (options, elapsed, startedAt, flags) => {
    const time = state.now();
    const pending = [];
    let fontsHang = false;
    if (document.fonts && document.fonts.status !== "loaded") {
      if (elapsed <= options.fontsMs) pending.push("fonts");
      else { fontsHang = true; flags.add("fonts: timeout"); }
    }
    // A parsed document whose fonts hang is never "complete": the load event waits for them too.
    if (document.readyState !== "complete" && !(fontsHang && document.readyState === "interactive")) pending.push("document");
    if (Array.prototype.some.call(document.images, (image) => !image.complete && inView(image) && !state.isLive(image))) pending.push("images");
    const all = states();
    const loading = elapsed <= options.busyMs && busy();
    const requests = all.some((one) => {
      for (const { path, since } of one.requests.values()) {
        const repeated = (one.finished.get(path) || 0) >= options.pollRepeats;
        if (!repeated && time - since <= (loading ? options.busyMs : options.requestMs)) return true;
      }
      for (const since of one.resources.values()) if (time - since <= options.requestMs) return true;
      return false;
    });
    if (requests) pending.push("requests");
    const timers = all.some((one) => {
      for (const { due, after } of one.timers.values()) {
        if (after <= options.timerDelayMs && due <= startedAt + options.timersMs) return true;
        if (loading && due <= startedAt + options.busyMs) return true;
      }
      return false;
    });
    if (timers) pending.push("timers");
    if (elapsed <= options.animationsMs && runningAnimations().some((one) => finiteAnimation(one, options.animationsMs))) pending.push("animations");
    if (elapsed <= options.hydrationMs && awaitsHydration()) pending.push("hydration");
    let quietFor = Infinity;
    for (const one of all) quietFor = Math.min(quietFor, one.now() - one.lastActivity);
    const needed = pending.length === 0 && quietFor >= options.quietMs && isEmpty() ? options.emptyQuietMs : options.quietMs;
    if (quietFor < needed) pending.push("mutations");
    return pending;
  };

  // What may move without any mutation: only such pages pay for a second frame.
  const restless = () => {
    const reasons = [];
    if (runningAnimations().length) reasons.push("animations");
    if (document.querySelector("canvas")) reasons.push("canvas");
    if (document.querySelector("animate,animateTransform,animateMotion,marquee")) reasons.push("smil");
    if (Array.prototype.some.call(document.querySelectorAll("video"), (video) => !video.paused)) reasons.push("video");
    if (Array.prototype.some.call(document.images, (image) => /\.(gif|apng)([?#]|$)/i.test(image.currentSrc) && inView(image))) reasons.push("pictures");
    if (states().some((one) => one.live)) reasons.push("mutations");
    return reasons;
  };

  state.settle = async (options) => {
    const startedAt = state.now();
    const flags = new Set();
    let pending = [];
    for (;;) {
      const elapsed = state.now() - startedAt;
      pending = pendingNow(options, elapsed, startedAt, flags);
      if (pending.length === 0 || elapsed >= options.deadlineMs) break;
      await new Promise((resolve) => state.wait(resolve, options.pollMs));
    }
    if (states().some((one) => one.live)) flags.add("live");
    if (state.webgl === "unavailable") flags.add("webgl: unavailable");
    return { pending, flags: [...flags], restless: restless() };
  };
}
