export { type Transaction, useTransactions } from './web/useTransactions.ts'
