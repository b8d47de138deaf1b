type EmailTexts = { subject: string; code: string; valid: string; notYou: string }

/** E-mails are plain text. The code is in the body and never in the subject, which lock screens show. */
const texts: Record<string, EmailTexts> = {
  en_US: {
    subject: 'Your Earshot code',
    code: 'Your Earshot code:',
    valid: 'It is valid for 10 minutes and works once.',
    notYou: 'If you did not request it, ignore this email. Do not share the code with anyone.',
  },
  de_DE: {
    subject: 'Dein Earshot-Code',
    code: 'Dein Code für Earshot:',
    valid: 'Er ist 10 Minuten gültig und kann nur einmal verwendet werden.',
    notYou: 'Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail. Gib den Code an niemanden weiter.',
  },
  es_ES: {
    subject: 'Tu código de Earshot',
    code: 'Tu código para Earshot:',
    valid: 'Es válido durante 10 minutos y solo se puede usar una vez.',
    notYou: 'Si no lo has pedido, ignora este correo. No compartas el código con nadie.',
  },
  fr_FR: {
    subject: 'Votre code Earshot',
    code: 'Votre code pour Earshot :',
    valid: 'Il est valable 10 minutes et ne sert qu’une fois.',
    notYou: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Ne donnez ce code à personne.',
  },
  it_IT: {
    subject: 'Il tuo codice Earshot',
    code: 'Il tuo codice per Earshot:',
    valid: 'È valido per 10 minuti e si può usare una sola volta.',
    notYou: 'Se non l’hai richiesto, ignora questa email. Non dare il codice a nessuno.',
  },
  ja_JP: {
    subject: 'Earshotの確認コード',
    code: 'Earshotの確認コード：',
    valid: '有効期間は10分で、1回だけ使えます。',
    notYou: '心当たりがない場合は、このメールを無視してください。コードはだれにも教えないでください。',
  },
  ko_KR: {
    subject: 'Earshot 인증 코드',
    code: 'Earshot 인증 코드:',
    valid: '10분 동안 유효하며 한 번만 사용할 수 있습니다.',
    notYou: '요청하지 않았다면 이 메일을 무시하세요. 코드를 누구에게도 알려 주지 마세요.',
  },
  pt_PT: {
    subject: 'O seu código Earshot',
    code: 'O seu código para o Earshot:',
    valid: 'É válido durante 10 minutos e só pode ser usado uma vez.',
    notYou: 'Se não o pediu, ignore este e-mail. Não dê o código a ninguém.',
  },
  zh_CN: {
    subject: '你的 Earshot 验证码',
    code: '你的 Earshot 验证码：',
    valid: '10 分钟内有效，只能使用一次。',
    notYou: '如果不是你本人请求的，请忽略这封邮件。不要把验证码告诉任何人。',
  },
  zh_TW: {
    subject: '你的 Earshot 驗證碼',
    code: '你的 Earshot 驗證碼：',
    valid: '10 分鐘內有效，只能使用一次。',
    notYou: '如果不是你本人要求的，請忽略這封郵件。不要把驗證碼告訴任何人。',
  },
}

/** Returns the e-mail with a code in the requested language (`de_DE`, `de-DE` or `de`), or in English. */
export function codeEmail(lang: string, digits: string): { subject: string; text: string } {
  const { subject, code, valid, notYou } = texts[matchLocale(lang)] ?? texts['en_US']!
  return { subject, text: `${code}\n\n    ${digits}\n\n${valid}\n\n${notYou}\n` }
}

function matchLocale(lang: string): string {
  const requested = lang.replace('-', '_').toLowerCase()
  const locales = Object.keys(texts)
  return (
    locales.find((locale) => locale.toLowerCase() === requested) ??
    locales.find((locale) => locale.startsWith(`${requested.split('_')[0]}_`)) ??
    ''
  )
}
