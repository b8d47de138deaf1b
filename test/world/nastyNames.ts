/** Names with hidden, reordering or terminating characters, and how each is stored. */
export const HOSTILE_NAMES: readonly { description: string; input: string; stored: string }[] = [
  { description: 'an override that turns an ending around', input: 'invoice\u202e3pm.exe', stored: 'invoice3pm.exe' },
  { description: 'embeddings and isolates nobody closed', input: '\u2067\u202bMinutes\u2066', stored: 'Minutes' },
  { description: 'a NUL', input: 'Min\u0000utes', stored: 'Minutes' },
  { description: 'lines of their own', input: 'Minutes\r\nBcc: all\u2028now', stored: 'Minutes Bcc: all now' },
  { description: 'bells, escapes and other controls', input: '\u0007\u001b[31mMinutes\u009b', stored: '[31mMinutes' },
  { description: 'a byte order mark', input: '\ufeffMinutes', stored: 'Minutes' },
  { description: 'space around', input: ' \u00a0\u3000Minutes\t ', stored: 'Minutes' },
  {
    description: 'joiners, which belong to emoji and to Persian',
    input: '👩\u200d🚀 می\u200cخواهم',
    stored: '👩\u200d🚀 می\u200cخواهم',
  },
  { description: 'a flag of tags', input: '🏴\u{e0067}\u{e0062}\u{e007f}', stored: '🏴\u{e0067}\u{e0062}\u{e007f}' },
  { description: 'Arabic', input: 'اجتماع الاثنين', stored: 'اجتماع الاثنين' },
  { description: 'Hebrew with a mark of direction', input: 'C++\u200e פגישה', stored: 'C++\u200e פגישה' },
  { description: 'an accent written apart', input: 'Cafe\u0301', stored: 'Caf\u00e9' },
  { description: 'a path', input: '../../etc/passwd', stored: '../../etc/passwd' },
  { description: 'markup', input: '<img src=x onerror="alert(1)">', stored: '<img src=x onerror="alert(1)">' },
  { description: 'quotes and a placeholder', input: `"It's" {{count}} $t(close)`, stored: `"It's" {{count}} $t(close)` },
]
