export { Recorders } from './web/Recorders.tsx'
