import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from '#app/cli/runCommand.ts'

/** `npm run bench [name …]`: benchmarks, each compared with a reference that runs within the same minute. */
const BENCHES = {
  summary: () => import('./summary/summary.ts'),
  speech: () => import('./speech/speech.ts'),
  'end-to-end': () => import('./speech/endToEnd.ts'),
  'long-recording': () => import('./speech/longRecording.ts'),
  wer: () => import('./speech/wer.ts'),
  coverage: () => import('./speech/coverage.ts'),
  glossary: () => import('./speech/glossary.ts'),
  speakers: () => import('./speech/speakers.ts'),
  http: () => import('./http.ts'),
  web: () => import('./web.ts'),
  transcript: () => import('./transcript.ts'),
  library: () => import('./library/library.ts'),
  search: () => import('./search/search.ts'),
  'search-users': () => import('./search/users.ts'),
  ask: () => import('./ask.ts'),
  share: () => import('./share.ts'),
  attacks: () => import('./attacks/attacks.ts'),
  storage: () => import('./storage.ts'),
  start: () => import('./start.ts'),
  transcode: () => import('./upload/transcode.ts'),
  formats: () => import('./upload/formats.ts'),
  upload: () => import('./upload/upload.ts'),
  'upload-kill': () => import('./kill/uploadKill.ts'),
  kill: () => import('./kill/kill.ts'),
} as const

/** Slow benches, and one that is part of `upload`. */
const ONLY_ON_REQUEST: ReadonlySet<string> = new Set([
  'speakers',
  'long-recording',
  'kill',
  'upload-kill',
  'transcode',
  'formats',
  'storage',
  'search',
  'search-users',
  'ask',
  'share',
  'attacks',
])

const known = Object.keys(BENCHES) as (keyof typeof BENCHES)[]
const HELP: CommandHelp = {
  name: 'bench',
  usage: 'npm run bench [name …]',
  help: `Runs measured comparisons: those named, or all that are not slow.

Names: ${known.filter((name) => !ONLY_ON_REQUEST.has(name)).join(', ')}
Only by name: ${[...ONLY_ON_REQUEST].join(', ')}`,
}

const args = process.argv.slice(2)
process.exitCode = await runCommand(HELP, args, async () => {
  const requested = parseArguments({ args, allowPositionals: true }).positionals
  const unknown = requested.find((name) => !(known as string[]).includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no bench ${unknown}.`)
  for (const name of known.filter((each) => (requested.length > 0 ? requested.includes(each) : !ONLY_ON_REQUEST.has(each)))) {
    console.log(`\n${name}`)
    await (await BENCHES[name]()).run()
  }
  // A bench that misses its limit has set the exit code.
  return Number(process.exitCode ?? EXIT.ok)
})
