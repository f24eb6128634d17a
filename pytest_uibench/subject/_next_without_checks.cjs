// Loaded with `node --require` before `next build`: the build's own type check and lint are switched off, whatever
// form the project's configuration has. Next reads its configuration through one module in all versions from 12 on.
'use strict';
const Module = require('node:module');

const CONFIG = /[\\/]next[\\/]dist[\\/](?:esm[\\/])?server[\\/]config\.js$/;
const load = Module._load;
const wrapped = new WeakMap();

function relax(config) {
  if (config && typeof config === 'object') {
    config.typescript = { ...config.typescript, ignoreBuildErrors: true };
    if (process.env.UIBENCH_SOURCE_MAPS) config.productionBrowserSourceMaps = true;
    if ('eslint' in config) config.eslint = { ...config.eslint, ignoreDuringBuilds: true };
  }
  return config;
}

Module._load = function (request, parent, isMain) {
  const exports = load.apply(this, arguments);
  if (typeof request !== 'string' || !/(^|[\\/])config(\.js)?$/.test(request)) return exports;
  let file;
  try {
    file = Module._resolveFilename(request, parent, isMain);
  } catch {
    return exports;
  }
  if (!CONFIG.test(file) || typeof exports?.default !== 'function') return exports;
  if (!wrapped.has(exports)) {
    const original = exports.default;
    const loadConfig = async function () {
      return relax(await original.apply(this, arguments));
    };
    // The exports are getters that cannot be redefined: stand in front of them.
    wrapped.set(exports, Object.create(exports, { default: { enumerable: true, value: loadConfig } }));
  }
  return wrapped.get(exports);
};
