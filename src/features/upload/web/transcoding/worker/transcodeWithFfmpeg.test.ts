import { expect, it } from 'vitest'
import { fileExtension } from './transcodeWithFfmpeg.ts'

it('ffmpeg gets only the extension of a file name', () => {
  expect(fileExtension(new File([], 'Old Tape.AMR'))).toBe('amr')
  expect(fileExtension(new File([], '../../-i http:evil.example'))).toBe('bin')
  expect(fileExtension(new File([], 'x.%d/../y'))).toBe('bin')
  expect(fileExtension(new Blob([]))).toBe('bin')
})
