import { countNotIndexed, startReindex } from '#features/search/server.ts'
import { seconds } from '#shared/units.ts'
import { withServerContext } from './openContext.ts'
import { abortOnInterrupt, showProgress } from './progress.ts'
import { EXIT, parseArguments } from './runCommand.ts'

const INTERVAL = seconds(1)

/** `earshot reindex`: makes the running server rebuild the search index, and waits for it. After Ctrl-C the server continues. */
export async function reindex(args: string[]): Promise<number> {
  parseArguments({ args })
  const { signal } = abortOnInterrupt()
  return withServerContext(async (ctx) => {
    await ctx.jobs.start({ processJobs: false })
    const total = await startReindex(ctx)
    const progress = showProgress(process.stderr, { total, action: 'indexed' })
    try {
      for (let left = total; left > 0; left = await countNotIndexed(ctx)) {
        progress.update(total - left)
        await ctx.clock.wait(INTERVAL, signal)
      }
    } catch (error) {
      if (!signal.aborted) throw error
      progress.end()
      process.stderr.write('earshot: the server goes on indexing\n')
      return EXIT.interrupted
    }
    progress.end()
    process.stdout.write(`${total} recording${total === 1 ? ' was' : 's were'} indexed.\n`)
    return EXIT.ok
  })
}
