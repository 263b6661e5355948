// The worker that solves factor graphs; it needs no model.
import type { GraphTasks } from '../graph/graph-types.js'
import { solveGraph } from '../graph/graph-work.js'
import { serve } from '../work/serve.js'

serve<GraphTasks>({ solve: solveGraph })
