import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { VERSION } from '#platform/config/version.ts'
import { ConfigError } from '#platform/config/environment.ts'
import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from './runCommand.ts'

const SETTINGS = `Settings are environment variables, all optional. Add _FILE to a name to read its value from a file:
  PORT (4310)  HOST (127.0.0.1)  DATA_DIR (./data)  DATABASE_URL  PUBLIC_URL  EARSHOT_MODELS
  LLM_BASE_URL  LLM_API_KEY  LLM_MODEL  LLM_KIND  EMBEDDING_MODEL  EMBEDDING_BASE_URL  EMBEDDING_API_KEY
  ROLE (all, api, worker)  SIGN_UP (closed, invite, open)  PLAN (unlimited, pro, starter, none)
  LOG_LEVEL  SPEECH_THREADS  SPEECH_BASE_URL  SPEECH_API_KEY  SPEECH_MODEL
The README describes all of them.`

const EXIT_CODES = `Exit codes:
  0 success, 64 wrong command or option, 65 not audio or damaged, 66 file not found, 69 something required is missing,
  70 internal error, 73 cannot write, 75 data folder or port in use, 78 invalid settings, 130 stopped with Ctrl-C`

/** The help text of each command; `earshot` is that of the program itself. */
const HELP = {
  earshot: {
    name: 'earshot',
    usage: 'earshot <command> [options]',
    help: `Transcribes recordings and summarizes them.

Commands:
  start              start the server (same as npm start)
  demo               start a demo server: plans can be bought, and no money moves
  transcribe <file>  transcribe an audio or video file
  models             list, add and remove speech models
  grants             give memberships, minutes and activation codes
  templates          review templates of the community, and name reviewers
  reports            list what readers report about shared recordings
  reindex            build the index of the search again
  backup [folder]    save everything the server stores in one file
  restore <file>     restore such a file into an empty server
  version            print the version
  help [command]     print this help, or the help of a command

Run "earshot <command> --help" for the options of a command.

${SETTINGS}

${EXIT_CODES}`,
  },
  start: {
    name: 'earshot',
    usage: 'earshot start',
    help: `Starts the server: web app, API, workers, and PostgreSQL unless DATABASE_URL is set. Prints the address to open.
Press Ctrl-C to stop.

${SETTINGS}`,
  },
  demo: {
    name: 'earshot',
    usage: 'earshot demo',
    help: `Starts a server for trying everything, in ./data-demo: anyone can sign up, new accounts have the plan starter, and plans
and minutes are bought in the built-in sandbox. No money moves, and its data never become those of a real server.
Settings still apply; press Ctrl-C to stop.`,
  },
  transcribe: {
    name: 'earshot',
    usage: 'earshot transcribe <file> [options]',
    help: `Transcribes an audio or video file. The transcript goes to stdout, progress to stderr.

Options:
  --language <code>  spoken language: en, de, ja, … or auto (default)
  --speakers <n>     auto (default), off, or the most speakers to separate: 1 to 20
  --format <format>  txt (default), md, html, docx, pdf, odt, rtf, epub, xlsx, srt, vtt, ass, sbv, ttml, lrc, csv, tsv, json,
                     jsonl, xml, textgrid, eaf, rttm (who speaks when), ctm, otio or edl
  --output <file>    write to this file instead of stdout

Reads WAV, MP3, Ogg Opus and ASR itself, and other formats with ffmpeg if it is installed.`,
  },
  models: {
    name: 'earshot',
    usage: 'earshot models [list | add <model> | remove <model> | use <model>]',
    help: `Lists, adds and removes speech models in DATA_DIR. Whisper base is always there.

  list           all models with their size, languages, licence, and speed on this machine (default)
  add <model>    download a model and measure its speed; goes on where an earlier download ended
  remove <model> delete a model
  use <model>    use this model for all its languages; "use auto" takes the most accurate one for each language

Files come from the folder or mirror in EARSHOT_MODELS if it is set, else from the makers of the models, and are checked.`,
  },
  grants: {
    name: 'earshot',
    usage: 'earshot grants [list <e-mail> | add <e-mail> … | revoke <id> | codes …]',
    help: `Gives memberships and minutes to accounts. The server must be running.

  list <e-mail>                             what an account was given, with the id of each
  add <e-mail> --plan <plan> [--months <n>] a membership: starter, pro, unlimited or backer; without end unless --months is given
  add <e-mail> --plan none                  take the plan of the server away: no uploads until another plan is given
  add <e-mail> --minutes <n> [--months <n>] minutes in addition to the plan
  add <e-mail> --trial                      pro for seven days
  add --all --plan <plan> [--months <n>]    a membership for every account
  revoke <id>                               end a membership, or take minutes back; what was used stays used
  codes --plan <plan> --months <n> --count <n>
                                            print activation codes for pro or unlimited; they are shown once

PLAN says what new accounts get.`,
  },
  templates: {
    name: 'earshot',
    usage: 'earshot templates [review list | review show <id> | review publish <id> | review reject <id> … | reviewers …]',
    help: `Reviews the templates that users submit to the community. The server must be running.

  review list [--status <status>]        templates that wait for review, or those of another status:
                                         unavailable, rejected, in_review, new_in_review or published
  review show <id>                       the whole text of a template
  review publish <id>                    show it to all users; also restores one that was taken down
  review reject <id> --comment <text>    refuse it, or take down a published one; the author reads the comment
  reviewers list                         accounts that may review in the web app beside the first one
  reviewers add <e-mail>                 let an account review
  reviewers remove <e-mail>              no longer let an account review`,
  },
  reports: {
    name: 'earshot',
    usage: 'earshot reports [list|end]',
    help: `Shows what readers of shared recordings report. The same is sent to the first account by e-mail. The server must be running.

  list       all reports, the newest first
  end <id>   end a link that was reported, at once; its owner sees it as revoked`,
  },
  reindex: {
    name: 'earshot',
    usage: 'earshot reindex',
    help: `Builds the index of the search again, of all accounts, and waits for it. The server must be running.

Search works meanwhile. Press Ctrl-C to stop waiting: the server goes on, also after a restart.`,
  },
  backup: {
    name: 'earshot',
    usage: 'earshot backup [folder] [--keep <n>]',
    help: `Saves everything the server stores in one tar file: the database, sound, and the keys in DATA_DIR/secrets. The server must be
running and can be used meanwhile. Prints the path of the file. Speech models are not in it; they can be downloaded again.

  [folder]    where to save it (DATA_DIR/backups)
  --keep <n>  delete older backups in that folder, except the latest n

Who has the file can read everything in it. Keep it on another disk.`,
  },
  restore: {
    name: 'earshot',
    usage: 'earshot restore <file>',
    help: `Restores a file of "earshot backup" into an empty DATA_DIR, or an empty database in DATABASE_URL. The server must be stopped.
Also the way from one PostgreSQL to another, and from a folder to an object store. When it fails, it can be run again.

Users stay signed in. Open pages load their library again. The index of the search is built when the server has started.

A start that migrates the built-in database saves it first, as DATA_DIR/backups/before-migration-<time>.tar, without audio. To return
to the version before: stop the server, install that version, move DATA_DIR/postgres to another place, restore the file, and start.
The audio in DATA_DIR is used again. What was added since the migration is lost.`,
  },
  version: { name: 'earshot', usage: 'earshot version', help: 'Prints the versions of Earshot and Node.' },
} as const satisfies Record<string, CommandHelp>

type Command = { help: CommandHelp; load: () => Promise<(args: string[]) => Promise<number>> }

/** Commands are loaded on demand, so that `version` does not load the server. */
const COMMANDS: Record<string, Command> = {
  start: { help: HELP.start, load: async () => withoutArguments((await import('./start.ts')).start) },
  demo: { help: HELP.demo, load: async () => withoutArguments((await import('./demo.ts')).demo) },
  transcribe: { help: HELP.transcribe, load: async () => (await import('./transcribe.ts')).transcribe },
  models: { help: HELP.models, load: async () => (await import('./models.ts')).models },
  grants: { help: HELP.grants, load: async () => (await import('./grants.ts')).grants },
  templates: { help: HELP.templates, load: async () => (await import('./templates.ts')).templates },
  reports: { help: HELP.reports, load: async () => (await import('./reports.ts')).reports },
  reindex: { help: HELP.reindex, load: async () => (await import('./reindex.ts')).reindex },
  backup: { help: HELP.backup, load: async () => (await import('./backup.ts')).backup },
  restore: { help: HELP.restore, load: async () => (await import('./restore.ts')).restore },
  version: { help: HELP.version, load: async () => withoutArguments(printVersion) },
  help: { help: HELP.earshot, load: async () => printHelp },
  // Internal: a process of the server, started by `start`.
  role: { help: HELP.earshot, load: async () => (await import('./role.ts')).role },
}
const ALIASES: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

// Caches compiled code between starts, which saves one second each time (measured). It is not an error when the cache cannot be
// written.
enableCompileCache(fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url)))
await run(process.argv.slice(2))
// A failed or finished server process must not stay alive because of an open connection: `start` runs a new one.
if (process.argv[2] === 'role') process.exit()

async function run([commandName = 'help', ...args]: string[]): Promise<void> {
  const command = COMMANDS[ALIASES[commandName] ?? commandName]
  try {
    process.exitCode = await runCommand(command?.help ?? HELP.earshot, args, async () => {
      if (!command) throw new UsageError(`There is no command "${commandName}".`)
      return (await command.load())(args)
    })
  } catch (error) {
    process.exitCode = reportError(error)
  }
}

/** Returns the command as one that refuses all arguments. */
function withoutArguments(run: () => Promise<number>): (args: string[]) => Promise<number> {
  return (args) => {
    parseArguments({ args })
    return run()
  }
}

/** `earshot help [command]`: prints the help of the program or of a command. */
async function printHelp([commandName = 'earshot', ...rest]: string[]): Promise<number> {
  const help = Object.entries(HELP).find(([name]) => name === commandName)?.[1]
  if (!help || rest.length > 0) throw new UsageError(`There is no command "${[commandName, ...rest].join(' ')}".`)
  return runCommand(help, ['--help'], async () => EXIT.ok)
}

function reportError(error: unknown): number {
  if (error instanceof ConfigError) {
    process.stderr.write(`earshot: invalid settings:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
    return EXIT.config
  }
  process.stderr.write(`earshot: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return EXIT.internal
}

async function printVersion(): Promise<number> {
  process.stdout.write(`earshot ${VERSION} (Node ${process.versions.node})\n`)
  return EXIT.ok
}
