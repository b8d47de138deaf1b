import type { ExportFormat } from '../../../rules.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { renderAssCue } from './ass.ts'
import type { Cue } from './cues.ts'
import { renderLrcCue } from './lrc.ts'
import { renderSbvCue } from './sbv.ts'
import { renderSrtCue } from './srt.ts'
import { renderTtmlCue } from './ttml.ts'
import { renderVttCue } from './vtt.ts'

const CUES_SHOWN = 12

/** How a subtitle is rendered, and the text before it. */
const RENDERERS: Partial<
  Record<ExportFormat, { render: (cue: Cue, index: number, speakers: readonly string[]) => string; before: RegExp; gap: string }>
> = {
  srt: { render: renderSrtCue, before: /^.*\n.*\n/, gap: '\n' },
  vtt: { render: renderVttCue, before: /^.*\n/, gap: '\n' },
  sbv: { render: renderSbvCue, before: /^.*\n/, gap: '\n' },
  ass: { render: renderAssCue, before: /^(?:[^,]*,){9}/, gap: '' },
  lrc: { render: renderLrcCue, before: /^\[[^\]]*\]/, gap: '' },
  ttml: { render: (cue, _, speakers) => renderTtmlCue(cue, speakers), before: /^[^>]*>/, gap: '' },
}

type Shown = { text: string; is_cut: boolean; too_fast: [number, number][] }

/** Returns several subtitles, starting before the first one that is too fast, and the positions of those that are too fast. */
export function previewCues(format: ExportFormat, cues: readonly Cue[], { speakers }: ExportDocument): Shown {
  const renderer = RENDERERS[format]
  if (!renderer) throw new RangeError(`${format} is not a format of subtitles`)
  const first = Math.max(0, cues.findIndex(({ isTooFast }) => isTooFast) - 1)
  let text = ''
  const tooFast: [number, number][] = []
  for (const [index, cue] of cues.slice(first, first + CUES_SHOWN).entries()) {
    const piece = renderer.render(cue, first + index, speakers)
    if (cue.isTooFast) {
      const from = text.length + (renderer.before.exec(piece)?.[0].length ?? 0)
      tooFast.push([from, text.length + piece.trimEnd().length])
    }
    text += piece + renderer.gap
  }
  return { text: text.trimEnd(), is_cut: first > 0 || cues.length > CUES_SHOWN, too_fast: tooFast }
}
