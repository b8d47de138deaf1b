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
  /** Stands before the names of files that an archive does not have. */
  readonly tooLarge: string
}

const labels = (texts: string): Labels => {
  const [
    summary,
    transcript,
    highlights,
    start,
    end,
    speaker,
    text,
    comment,
    length,
    speakers,
    folders,
    notFound,
    more,
    tooLarge,
  ] = texts.split('|').map((label) => label.trim()) as [
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
  return {
    summary,
    transcript,
    highlights,
    start,
    end,
    speaker,
    text,
    comment,
    length,
    speakers,
    folders,
    notFound,
    more,
    tooLarge,
  }
}

export const LABELS: Readonly<Record<Locale, Labels>> = {
  en_US: labels(
    'Summary|Transcript|Highlights|Start|End|Speaker|Text|Comment|Length|Speakers|Folders|Not found in the recording|More|These files are not in this archive, because writing them took too long. Export them one at a time:',
  ),
  es_ES: labels(
    'Resumen|Transcripción|Destacados|Inicio|Fin|Hablante|Texto|Comentario|Duración|Hablantes|Carpetas|No está en la grabación|Más|Estos archivos no están en el archivo comprimido porque se tardaba demasiado en crearlos. Expórtalos uno a uno:',
  ),
  fr_FR: labels(
    'Résumé|Transcription|Passages surlignés|Début|Fin|Intervenant|Texte|Commentaire|Durée|Intervenants|Dossiers|Introuvable dans l’enregistrement|Autres points|Ces fichiers ne sont pas dans l’archive, car leur création prenait trop de temps. Exportez-les un par un :',
  ),
  de_DE: labels(
    'Zusammenfassung|Transkript|Markierungen|Anfang|Ende|Sprecher|Text|Kommentar|Länge|Sprecher|Ordner|Nicht in der Aufnahme gefunden|Weiteres|Diese Dateien fehlen im Archiv, weil ihre Erstellung zu lange gedauert hätte. Exportiere sie einzeln:',
  ),
  it_IT: labels(
    'Riassunto|Trascrizione|Evidenziazioni|Inizio|Fine|Relatore|Testo|Commento|Durata|Relatori|Cartelle|Non trovato nella registrazione|Altro|Questi file non sono nell’archivio perché crearli richiedeva troppo tempo. Esportali uno alla volta:',
  ),
  ja_JP: labels(
    '要約|文字起こし|ハイライト|開始|終了|話者|テキスト|コメント|長さ|話者|フォルダー|録音内に見つかりません|その他|次のファイルは作成に時間がかかりすぎるため、このアーカイブに含まれていません。1 つずつエクスポートしてください：',
  ),
  ko_KR: labels(
    '요약|전사본|강조 표시|시작|끝|화자|텍스트|댓글|길이|화자|폴더|녹음에서 찾을 수 없음|기타|다음 파일은 만드는 데 너무 오래 걸려 이 압축 파일에 포함되지 않았습니다. 하나씩 내보내세요:',
  ),
  pt_PT: labels(
    'Resumo|Transcrição|Destaques|Início|Fim|Orador|Texto|Comentário|Duração|Oradores|Pastas|Não encontrado na gravação|Mais|Estes ficheiros não estão no arquivo porque demoravam demasiado tempo a criar. Exporte-os um de cada vez:',
  ),
  zh_CN: labels(
    '摘要|转写|高亮|开始|结束|说话人|文本|评论|时长|说话人|文件夹|录音中未找到|更多|以下文件生成时间过长，未包含在此压缩包中。请逐个导出：',
  ),
  zh_TW: labels(
    '摘要|逐字稿|重點|開始|結束|說話者|文字|註解|長度|說話者|資料夾|錄音中找不到|更多|以下檔案產生時間過長，未包含在此壓縮檔中。請逐一匯出：',
  ),
}
