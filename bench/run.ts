/** `npm run bench [name …]`: measured comparisons, each with a reference that runs in the same minute. */
const BENCHES = {
  speech: () => import('./speech/speech.ts'),
  wer: () => import('./speech/wer.ts'),
  coverage: () => import('./speech/coverage.ts'),
  http: () => import('./http.ts'),
  web: () => import('./web.ts'),
  library: () => import('./library/library.ts'),
  storage: () => import('./storage.ts'),
  start: () => import('./start.ts'),
  transcode: () => import('./upload/transcode.ts'),
  formats: () => import('./upload/formats.ts'),
  upload: () => import('./upload/upload.ts'),
  'upload-kill': () => import('./kill/uploadKill.ts'),
  kill: () => import('./kill/kill.ts'),
} as const

/** Slow benches, and one that runs as part of `upload`. */
const ONLY_ON_REQUEST: ReadonlySet<string> = new Set(['kill', 'upload-kill', 'transcode', 'formats', 'storage'])

const known = Object.keys(BENCHES) as (keyof typeof BENCHES)[]
const requested = process.argv.slice(2)
const invalid = requested.filter((name) => !(known as string[]).includes(name))
if (invalid.length > 0) {
  console.error(`There is no bench ${invalid.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(64)
}
for (const name of known.filter((each) => requested.includes(each) || (requested.length === 0 && !ONLY_ON_REQUEST.has(each)))) {
  console.log(`\n${name}`)
  await (await BENCHES[name]()).run()
}
