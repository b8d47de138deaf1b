import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rechunk, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { bytesSource, loudnessCorrelation } from '#test/fixtures/sound/loudnessCorrelation.ts'
import { TranscodeHarness } from '#test/e2e/harness/TranscodeHarness.ts'
import { FORMAT_INPUTS, type FormatInput } from './formatInputs.ts'
import { ffmpegFolder } from './ffmpegFolder.ts'

const SECONDS = 20
/** Below this similarity, the audio counts as different. */
const MIN_SIMILARITY = 0.9

/** Transcodes all 55 inputs in Chromium and prints for each which decoder was used and how similar the loudness is. */
export async function run(): Promise<void> {
  await using ffmpeg = await ffmpegFolder()
  if (ffmpeg === null)
    return console.log('  skipped, 55 formats: ffmpeg is not installed (apt-get install ffmpeg libavcodec-extra)')
  const speech = join(import.meta.dirname, '../../test/fixtures/two-cities.wav')
  const source = await ffmpeg.make('source.wav', ['-t', String(SECONDS), '-i', speech, '-ar', '48000', '-ac', '2'])
  const samples = await decodeSamples(await readFile(source))
  await using page = await TranscodeHarness.open()
  let [passed, skipped] = [0, 0]
  for (const input of FORMAT_INPUTS) {
    const path = await ffmpeg.make(input.name, ffmpegArguments(input, source)).catch((error: Error) => {
      console.log(`  skipped ${input.name}: this ffmpeg does not make it (${error.message})`)
    })
    if (path === undefined) skipped++
    else if (await checkFormat(page, input, path, samples)) passed++
  }
  const failed = FORMAT_INPUTS.length - passed - skipped
  console.log(`  ${FORMAT_INPUTS.length} formats: ${passed} fine, ${failed} not, ${skipped} skipped`)
  if (failed > 0) process.exitCode = 1
}

async function checkFormat(page: TranscodeHarness, input: FormatInput, path: string, source: Float32Array): Promise<boolean> {
  page.requestedPaths.length = 0
  const transcoded = await page.run(path)
  const decoder = page.requestedPaths.some((path) => path.includes('ffmpeg')) ? 'ffmpeg' : 'browser'
  const similarity =
    transcoded.failure === null
      ? loudnessCorrelation(source, await decodeSamples(Buffer.from(transcoded.base64, 'base64')), SPEECH_SAMPLE_RATE)
      : 0
  const hasSameDuration = Math.abs(transcoded.duration - SECONDS * 1000) < 300
  const verdict = similarity >= MIN_SIMILARITY && hasSameDuration ? 'ok ' : 'BAD'
  const times = ((SECONDS * 1000) / transcoded.elapsed).toFixed(0).padStart(4)
  const details = transcoded.failure === null ? `${transcoded.duration} ms` : `${transcoded.failure}: ${transcoded.message}`
  console.log(`  ${verdict} ${input.name.padEnd(15)} ${decoder.padEnd(8)} alike ${similarity.toFixed(3)} ${times}x  ${details}`)
  return verdict === 'ok '
}

/** Returns all samples, decoded the way the server decodes stored audio. */
async function decodeSamples(bytes: Buffer): Promise<Float32Array> {
  for await (const block of rechunk(decodeAudio(bytesSource(bytes)), SECONDS * SPEECH_SAMPLE_RATE)) return block
  return new Float32Array(0)
}

function ffmpegArguments({ args, video }: FormatInput, source: string): string[] {
  const videoArgs = video
    ? ['-f', 'lavfi', '-t', String(SECONDS), '-i', 'testsrc=s=176x144:r=10', '-map', '1:v', '-map', '0:a']
    : []
  return ['-i', source, ...videoArgs, ...args]
}
