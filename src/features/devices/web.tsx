export { Recorders } from './web/settings/Recorders.tsx'
export { fetchHasRecorder, useHasRecorder } from './web/fetchHasRecorder.ts'
