import { readConfig } from '#platform/config/config.ts'
import { openLocalServer } from './openLocalServer.ts'
import { type SeedOptions, type SeedResult, seedLibrary } from './seedLibrary.ts'

/** Seeds an account of the server with these settings (as `npm start` reads them), whether or not it is running. */
export async function seedDataDir(
  settings: Parameters<typeof readConfig>[0],
  options: SeedOptions,
): Promise<SeedResult & { url: string; isAlreadyRunning: boolean }> {
  const config = readConfig(settings)
  const { server, isAlreadyRunning, close } = await openLocalServer(config)
  try {
    return { ...(await seedLibrary(server, options)), url: config.publicUrl, isAlreadyRunning }
  } finally {
    await close()
  }
}
