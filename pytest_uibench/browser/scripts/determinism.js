// Runs before the app's code in every frame. Fixes the wall clock and Math.random; timers stay the browser's own.
(config) => {
  const installed = Symbol.for("pytest-uibench-determinism");
  if (window[installed]) return;
  Object.defineProperty(window, installed, { value: true });

  const fixClock = () => {
    const NativeDate = Date;
    const elapsed = performance.now.bind(performance);
    const running = () => config.time + (config.clock === "fixed" ? Math.floor(elapsed()) : 0);
    // A loop that waits for "new Date()" to move must end: after many readings the clock no longer stands.
    let readings = 0;
    const standing = () => {
      readings += 1;
      return readings > config.readings ? running() : config.time;
    };
    function UibenchDate(...parts) {
      if (!new.target) return new NativeDate(standing()).toString();
      return Reflect.construct(NativeDate, parts.length ? parts : [standing()], new.target === UibenchDate ? NativeDate : new.target);
    }
    Object.defineProperty(UibenchDate, "name", { value: "Date" });
    Object.defineProperty(UibenchDate, "length", { value: 7 });
    Object.setPrototypeOf(UibenchDate, Function.prototype);
    UibenchDate.prototype = NativeDate.prototype;
    Object.defineProperty(NativeDate.prototype, "constructor", { value: UibenchDate, writable: true, configurable: true });
    const statics = { now: running, parse: NativeDate.parse, UTC: NativeDate.UTC };
    for (const [name, value] of Object.entries(statics)) {
      Object.defineProperty(UibenchDate, name, { value, writable: true, configurable: true });
    }
    UibenchDate.toString = () => NativeDate.toString();
    Object.defineProperty(UibenchDate, "toString", { enumerable: false });
    window.Date = UibenchDate;
    // Formatters read the clock themselves when they are given no date.
    const formatter = Intl.DateTimeFormat.prototype;
    const format = Object.getOwnPropertyDescriptor(formatter, "format");
    Object.defineProperty(formatter, "format", {
      ...format,
      get() {
        const bound = format.get.call(this);
        return (date) => bound(date === undefined ? config.time : date);
      },
    });
    const toParts = formatter.formatToParts;
    formatter.formatToParts = function formatToParts(date) {
      return toParts.call(this, date === undefined ? config.time : date);
    };
    if (typeof Temporal !== "undefined") {
      const instant = () => Temporal.Instant.fromEpochMilliseconds(running());
      const zoned = (zone = Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
      Object.assign(Temporal.Now, {
        instant,
        zonedDateTimeISO: zoned,
        plainDateTimeISO: (zone) => zoned(zone).toPlainDateTime(),
        plainDateISO: (zone) => zoned(zone).toPlainDate(),
        plainTimeISO: (zone) => zoned(zone).toPlainTime(),
      });
    }
  };

  // The load counts within its tab: after a reload an app must not draw the very ids again that it has stored.
  const loads = () => {
    const mark = "uibench-load:";
    const known = window.name.startsWith(mark);
    if (location.protocol === "about:") return 0;
    const count = known ? Number(window.name.slice(mark.length)) || 0 : 0;
    if (window === window.top && (known || window.name === "")) window.name = mark + (count + 1);
    return count;
  };

  const seedRandom = () => {
    let state = (config.seed + Math.imul(loads(), 0x9e3779b9)) | 0;
    // mulberry32
    Math.random = function random() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  };

  if (config.clock !== "off") fixClock();
  if (config.seed !== null) seedRandom();
}
