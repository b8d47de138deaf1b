import type { WrittenFormat } from '../../rules.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { writeEdl } from './audio/edl.ts'
import { writeOtio } from './audio/otio.ts'
import { writeCsv, writeTsv } from './data/delimited.ts'
import { writeIcs } from './data/ics.ts'
import { writeJson, writeJsonl } from './data/json.ts'
import { writeXml } from './data/xml.ts'
import { writeFreeMind } from './mind-map/freeMind.ts'
import { writeOpml } from './mind-map/opml.ts'
import { writeSvg } from './mind-map/svg.ts'
import { writeCtm } from './research/ctm.ts'
import { writeEaf } from './research/eaf.ts'
import { writeRttm } from './research/rttm.ts'
import { writeTextGrid } from './research/textgrid.ts'
import { writeAss } from './subtitles/ass.ts'
import { writeLrc } from './subtitles/lrc.ts'
import { writeSbv } from './subtitles/sbv.ts'
import { writeSrt } from './subtitles/srt.ts'
import { writeTtml } from './subtitles/ttml.ts'
import { writeVtt } from './subtitles/vtt.ts'
import { writeHtml } from './text/html.ts'
import { writeMd } from './text/md.ts'
import { writeTxt } from './text/txt.ts'

type Writer = (document: ExportDocument) => string | Promise<Uint8Array>

/** The writer of each format. Large libraries are loaded on demand. */
const WRITERS: Readonly<Record<WrittenFormat, Writer>> = {
  txt: writeTxt,
  md: writeMd,
  html: writeHtml,
  docx: async (document) => (await import('./documents/docx.ts')).writeDocx(document),
  pdf: async (document) => (await import('./documents/pdf/writePdf.ts')).writePdf(document),
  odt: async (document) => (await import('./documents/odt.ts')).writeOdt(document),
  rtf: async (document) => Buffer.from((await import('./documents/rtf.ts')).writeRtf(document)),
  epub: async (document) => (await import('./documents/epub.ts')).writeEpub(document),
  xlsx: async (document) => (await import('./documents/xlsx.ts')).writeXlsx(document),
  srt: writeSrt,
  vtt: writeVtt,
  ass: writeAss,
  sbv: writeSbv,
  ttml: writeTtml,
  lrc: writeLrc,
  csv: writeCsv,
  tsv: writeTsv,
  json: writeJson,
  jsonl: writeJsonl,
  xml: writeXml,
  ics: writeIcs,
  textgrid: writeTextGrid,
  eaf: writeEaf,
  rttm: writeRttm,
  ctm: writeCtm,
  opml: writeOpml,
  mm: writeFreeMind,
  svg: writeSvg,
  png: async (document) => (await import('./mind-map/png.ts')).writePng(document),
  otio: writeOtio,
  edl: writeEdl,
}

/** Returns the file of a format. */
export async function writeFormat(document: ExportDocument, format: WrittenFormat): Promise<Uint8Array> {
  const file = await WRITERS[format](document)
  return typeof file === 'string' ? Buffer.from(file) : file
}
