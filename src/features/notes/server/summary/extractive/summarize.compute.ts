import type { Segment, Summary } from '../summary.ts'
import { type ExtractiveOptions, summarizeExtractively } from './summarizeExtractively.ts'

export const summarize = ({ segments, options }: { segments: readonly Segment[]; options: ExtractiveOptions }): Summary =>
  summarizeExtractively(segments, options)
