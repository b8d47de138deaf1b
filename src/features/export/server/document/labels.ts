import type { Locale } from '#shared/locales.ts'

/** The headings and column names of exported documents. */
export type Labels = {
  readonly summary: string
  readonly transcript: string
  readonly highlights: string
  readonly start: string
  readonly end: string
  readonly speaker: string
  readonly text: string
  readonly comment: string
  readonly length: string
  readonly speakers: string
  readonly folders: string
  readonly notFound: string
  /** Headings of sections that were stored without one. */
  readonly more: string
  /** What stands at the end of a PDF in which characters are boxes. */
  readonly boxes: string
}

const labels = (texts: string): Labels => {
  const [summary, transcript, highlights, start, end, speaker, text, comment, length, speakers, folders, notFound, more, boxes] =
    texts.split('|').map((label) => label.trim()) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
  return { summary, transcript, highlights, start, end, speaker, text, comment, length, speakers, folders, notFound, more, boxes }
}

export const LABELS: Readonly<Record<Locale, Labels>> = {
  en_US: labels(
    'Summary|Transcript|Highlights|Start|End|Speaker|Text|Comment|Length|Speakers|Folders|Not found in the recording|More|Characters that no font of this document has, shown as boxes with their Unicode number:',
  ),
  es_ES: labels(
    'Resumen|Transcripción|Destacados|Inicio|Fin|Hablante|Texto|Comentario|Duración|Hablantes|Carpetas|No está en la grabación|Más|Caracteres que no están en ninguna fuente de este documento y aparecen como recuadros con su número Unicode:',
  ),
  fr_FR: labels(
    'Résumé|Transcription|Passages surlignés|Début|Fin|Intervenant|Texte|Commentaire|Durée|Intervenants|Dossiers|Introuvable dans l’enregistrement|Autres points|Caractères absents des polices de ce document, affichés sous forme de cadres avec leur numéro Unicode :',
  ),
  de_DE: labels(
    'Zusammenfassung|Transkript|Markierungen|Anfang|Ende|Sprecher|Text|Kommentar|Länge|Sprecher|Ordner|Nicht in der Aufnahme gefunden|Weiteres|Zeichen, die in keiner Schrift dieses Dokuments vorkommen und als Kästchen mit ihrer Unicode-Nummer erscheinen:',
  ),
  it_IT: labels(
    'Riassunto|Trascrizione|Evidenziazioni|Inizio|Fine|Relatore|Testo|Commento|Durata|Relatori|Cartelle|Non trovato nella registrazione|Altro|Caratteri che mancano nei tipi di carattere di questo documento, mostrati come riquadri con il loro numero Unicode:',
  ),
  ja_JP: labels(
    '要約|文字起こし|ハイライト|開始|終了|話者|テキスト|コメント|長さ|話者|フォルダー|録音内に見つかりません|その他|この文書のフォントにないため、Unicode番号の枠で表示した文字：',
  ),
  ko_KR: labels(
    '요약|전사본|강조 표시|시작|끝|화자|텍스트|댓글|길이|화자|폴더|녹음에서 찾을 수 없음|기타|이 문서의 글꼴에 없어 유니코드 번호가 든 상자로 표시한 문자:',
  ),
  pt_PT: labels(
    'Resumo|Transcrição|Destaques|Início|Fim|Orador|Texto|Comentário|Duração|Oradores|Pastas|Não encontrado na gravação|Mais|Caracteres que não existem nos tipos de letra deste documento e aparecem como caixas com o respetivo número Unicode:',
  ),
  zh_CN: labels(
    '摘要|转写|高亮|开始|结束|说话人|文本|评论|时长|说话人|文件夹|录音中未找到|更多|本文档的字体中没有以下字符，以带有 Unicode 编号的方框显示：',
  ),
  zh_TW: labels(
    '摘要|逐字稿|重點|開始|結束|說話者|文字|註解|長度|說話者|資料夾|錄音中找不到|更多|本文件的字型中沒有下列字元，以附有 Unicode 編號的方框顯示：',
  ),
}
