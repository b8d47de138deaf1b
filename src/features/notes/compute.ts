export { createNoteTree, type TreeBranch } from './rules/mind-map/noteTree.ts'
export { connect, layoutTree, type Box } from './rules/mind-map/treeLayout.ts'
export { listTodosOf, type Todo } from './server/todos.ts'
