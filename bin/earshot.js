#!/usr/bin/env node
// Plain JavaScript that any Node version can run. It finds the Node version that the project installs and starts it.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/app/cli/main.ts', import.meta.url))
const major = Number(process.versions.node.split('.')[0])

if (major >= 24) {
  await import(main)
} else {
  const bundled = bundledNode()
  if (!bundled) {
    console.error(`Earshot needs Node 24 and found ${process.version}. Run "npm ci" in its folder: that brings its own.`)
    process.exit(69)
  }
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function bundledNode() {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve('node/package.json')),
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
  } catch {
    return undefined
  }
}
