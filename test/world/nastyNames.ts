/** Names with hidden, reordering or terminating characters, and how each is stored. */
export const NASTY_NAMES: readonly { what: string; given: string; kept: string }[] = [
  { what: 'an override that turns an ending around', given: 'invoice\u202e3pm.exe', kept: 'invoice3pm.exe' },
  { what: 'embeddings and isolates nobody closed', given: '\u2067\u202bMinutes\u2066', kept: 'Minutes' },
  { what: 'a NUL', given: 'Min\u0000utes', kept: 'Minutes' },
  { what: 'lines of their own', given: 'Minutes\r\nBcc: all\u2028now', kept: 'Minutes Bcc: all now' },
  { what: 'bells, escapes and other controls', given: '\u0007\u001b[31mMinutes\u009b', kept: '[31mMinutes' },
  { what: 'a byte order mark', given: '\ufeffMinutes', kept: 'Minutes' },
  { what: 'space around', given: ' \u00a0\u3000Minutes\t ', kept: 'Minutes' },
  { what: 'joiners, which belong to emoji and to Persian', given: '👩\u200d🚀 می\u200cخواهم', kept: '👩\u200d🚀 می\u200cخواهم' },
  { what: 'a flag of tags', given: '🏴\u{e0067}\u{e0062}\u{e007f}', kept: '🏴\u{e0067}\u{e0062}\u{e007f}' },
  { what: 'Arabic', given: 'اجتماع الاثنين', kept: 'اجتماع الاثنين' },
  { what: 'Hebrew with a mark of direction', given: 'C++\u200e פגישה', kept: 'C++\u200e פגישה' },
  { what: 'an accent written apart', given: 'Cafe\u0301', kept: 'Caf\u00e9' },
  { what: 'a path', given: '../../etc/passwd', kept: '../../etc/passwd' },
  { what: 'markup', given: '<img src=x onerror="alert(1)">', kept: '<img src=x onerror="alert(1)">' },
  { what: 'quotes and a placeholder', given: `"It's" {{count}} $t(close)`, kept: `"It's" {{count}} $t(close)` },
]
