import { describe, expect, it } from 'vitest'
import { CommandError, EXIT, UsageError, parseArguments, runCommand } from './runCommand.ts'

const COUNT = { name: 'count', usage: 'count [--from N] <file>', help: 'Counts the lines of a file.' }

/** Runs a command that prints the number of its arguments. Returns its exit code and output. */
async function count(args: string[], run = async () => EXIT.ok as number) {
  const output = { stdout: '', stderr: '' }
  const code = await runCommand(COUNT, args, run, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
  })
  return { code, ...output }
}

describe('a command', () => {
  it('returns the exit code of its run', async () => {
    expect(await count([], async () => 3)).toEqual({ code: 3, stdout: '', stderr: '' })
  })

  it.each([['--help'], ['-h'], ['a.txt', '--help']])('prints its help for %j %j and does not run', async (...args) => {
    const failing = async () => Promise.reject(new Error('was run'))
    const help = 'Usage: count [--from N] <file>\n\nCounts the lines of a file.\n'
    expect(await count(args, failing)).toEqual({ code: 0, stdout: help, stderr: '' })
  })

  it('treats --help after -- as a name', async () => {
    expect(await count(['--', '--help'], async () => 3)).toMatchObject({ code: 3, stdout: '' })
  })

  it('reports wrong usage with the error, its usage line and exit code 64', async () => {
    const run = async () => Promise.reject(new UsageError('Enter one file.'))
    expect(await count([], run)).toEqual({
      code: EXIT.usage,
      stdout: '',
      stderr: 'count: Enter one file.\nUsage: count [--from N] <file>\n',
    })
  })

  it('reports other failures with one line and their exit code', async () => {
    const run = async () => Promise.reject(new CommandError(EXIT.noInput, 'There is no file a.txt.'))
    expect(await count([], run)).toEqual({ code: EXIT.noInput, stdout: '', stderr: 'count: There is no file a.txt.\n' })
  })

  it('rethrows bugs', async () => {
    await expect(count([], async () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  })
})

describe('arguments', () => {
  const options = { from: { type: 'string' } } as const

  it('are parsed into options and names', () => {
    const { values, positionals } = parseArguments({ args: ['--from', '2', 'a.txt'], options, allowPositionals: true })
    expect([values.from, positionals]).toEqual(['2', ['a.txt']])
  })

  it.each([
    [['--colour'], 'There is no option --colour.'],
    [['-x'], 'There is no option -x.'],
    [['--colour=red'], 'There is no option --colour.'],
    [['a.txt'], 'Unexpected argument: a.txt.'],
    [['--from'], 'Option --from needs a value.'],
  ])('%j are refused: %s', (args, message) => {
    expect(() => parseArguments({ args, options })).toThrow(new UsageError(message))
  })
})
