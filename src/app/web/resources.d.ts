// The namespaces of messages. Types the keys that `t` accepts, taken from the English messages; the build reads the file paths
// from it (build/messages.ts). `npm run new feature` adds a line.
import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    keySeparator: false
    nsSeparator: false
  }
  interface ResourceNamespaceMap {
    ui: typeof import('../../ui/messages/en_US.json')
    app: typeof import('./messages/en_US.json')
    palette: typeof import('./palette/messages/en_US.json')
    shortcuts: typeof import('./layout/shortcuts/messages/en_US.json')
    profile: typeof import('../../features/profile/messages/en_US.json')
    devices: typeof import('../../features/devices/messages/en_US.json')
    account: typeof import('../../features/account/messages/en_US.json')
    site: typeof import('../../features/site/messages/en_US.json')
    'billing-global': typeof import('../../features/billing-global/messages/en_US.json')
    'billing-china': typeof import('../../features/billing-china/messages/en_US.json')
    membership: typeof import('../../features/membership/messages/en_US.json')
    search: typeof import('../../features/search/messages/en_US.json')
    files: typeof import('../../features/files/messages/en_US.json')
    folders: typeof import('../../features/folders/messages/en_US.json')
    upload: typeof import('../../features/upload/messages/en_US.json')
    recorder: typeof import('../../features/recorder/messages/en_US.json')
    transcription: typeof import('../../features/transcription/messages/en_US.json')
    templates: typeof import('../../features/templates/messages/en_US.json')
    notes: typeof import('../../features/notes/messages/en_US.json')
    generate: typeof import('../../features/generate/messages/en_US.json')
    import: typeof import('../../features/upload/web/import/messages/en_US.json')
    generateDialog: typeof import('../../features/generate/web/dialog/messages/en_US.json')
    'import-transcript': typeof import('../../features/transcription/web/import-transcript/messages/en_US.json')
    'word-list': typeof import('../../features/transcription/web/word-list/messages/en_US.json')
    'voice-prints': typeof import('../../features/transcription/web/voice-prints/messages/en_US.json')
    library: typeof import('../../features/library/messages/en_US.json')
    retention: typeof import('../../features/retention/messages/en_US.json')
    integrations: typeof import('../../features/integrations/messages/en_US.json')
    export: typeof import('../../features/export/messages/en_US.json')
    'personal-data': typeof import('../../features/personal-data/messages/en_US.json')
    'language-models': typeof import('../../features/language-models/messages/en_US.json')
    'speech-models': typeof import('../../features/speech-models/messages/en_US.json')
    share: typeof import('../../features/share/messages/en_US.json')
    ask: typeof import('../../features/ask/messages/en_US.json')
  }
}
