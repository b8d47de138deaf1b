export { PurchaseNoticeDialog } from './PurchaseNoticeDialog.tsx'
export { PurchaseQuestionDialog } from './PurchaseQuestionDialog.tsx'
export { UpgradeConfirmDialog } from './UpgradeConfirmDialog.tsx'
