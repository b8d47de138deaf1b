import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'

/** ELAN 3: a tier of utterances per speaker, and below it a tier of their words. */
export function writeEaf(document: ExportDocument): string {
  const { paragraphs, speakers, createdAt, audioName, language } = document
  const slots: number[] = []
  const slot = (time: number) => `ts${slots.push(Math.max(0, Math.round(time)))}`
  let annotations = 0
  const annotation = (start: number, end: number, text: string) => {
    const [from, to] = [slot(start), slot(Math.max(end, start + 1))]
    return `        <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a${++annotations}" TIME_SLOT_REF1="${from}" TIME_SLOT_REF2="${to}"><ANNOTATION_VALUE>${escapeXml(text)}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n`
  }
  const names = speakers.length > 0 ? speakers : ['']
  const tiers = names.map((speaker, index) => {
    const own = paragraphs.filter((paragraph) => paragraph.speaker === speaker || (index === 0 && paragraph.speaker === ''))
    const id = escapeXml(speaker || 'utterances')
    const participant = speaker ? ` PARTICIPANT="${id}"` : ''
    const utterances = own.map(({ start, end, text, words }) =>
      annotation(Math.min(start, words[0]?.[0] ?? start), Math.max(end, words.at(-1)?.[1] ?? end), text),
    )
    const words = own.flatMap((paragraph) => paragraph.words.map(([start, end, text]) => annotation(start, end, text.trim())))
    return `    <TIER TIER_ID="${id}" LINGUISTIC_TYPE_REF="utterance"${participant}>
${utterances.join('')}    </TIER>
    <TIER TIER_ID="${id} – words" LINGUISTIC_TYPE_REF="word" PARENT_REF="${id}"${participant}>
${words.join('')}    </TIER>
`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="${createdAt.toISOString()}" FORMAT="3.0" VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">
        <MEDIA_DESCRIPTOR MEDIA_URL="./${encodeURIComponent(audioName)}" MIME_TYPE="${mimeType(audioName)}" RELATIVE_MEDIA_URL="./${encodeURIComponent(audioName)}"/>
        <PROPERTY NAME="lastUsedAnnotationId">${annotations}</PROPERTY>
    </HEADER>
    <TIME_ORDER>
${slots.map((time, index) => `        <TIME_SLOT TIME_SLOT_ID="ts${index + 1}" TIME_VALUE="${time}"/>\n`).join('')}    </TIME_ORDER>
${tiers.join('')}    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="utterance" TIME_ALIGNABLE="true"/>
    <LINGUISTIC_TYPE CONSTRAINTS="Included_In" GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="word" TIME_ALIGNABLE="true"/>
${language ? `    <LANGUAGE LANG_ID="${escapeXml(language)}" LANG_LABEL="${escapeXml(language)}"/>\n` : ''}    <CONSTRAINT DESCRIPTION="Time alignable annotations within the parent annotation's time interval, gaps are allowed" STEREOTYPE="Included_In"/>
</ANNOTATION_DOCUMENT>
`
}

const MIME_TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', ogg: 'audio/ogg', opus: 'audio/ogg' }
const mimeType = (name: string): string => MIME_TYPES[name.split('.').at(-1) ?? ''] ?? 'audio/x-wav'
