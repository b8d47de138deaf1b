export { Recorders } from './web/Recorders.tsx'
export { fetchHasRecorder, useHasRecorder } from './web/hasRecorder.ts'
