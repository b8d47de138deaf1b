// Runs the tests of a folder against object stores: `KINDS` depends on the run.
import './blobs.test.ts'
