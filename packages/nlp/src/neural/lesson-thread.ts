// A thread that learns lessons: started by address.
import { type Parameters, serveReplica } from '@parleyjs/learn'
import { type Lesson, type LessonOptions, learnWords } from './loss.js'

await serveReplica<Lesson>((data) => {
  const options = data as LessonOptions
  return (parameters: Parameters, lesson, seed) => learnWords(parameters, lesson, seed, options)
})
