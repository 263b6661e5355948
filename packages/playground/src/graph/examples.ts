// Example graphs. A test keeps those that are also files of examples/ equal to these files.
import type { Language } from './graph-types.js'

export interface Example {
  readonly name: string
  readonly language: Language
  readonly source: string
  /** The file in examples/ with the same content. */
  readonly file?: string
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'Rain',
    language: 'json',
    source: `{
  "parley": 1,
  "comment": "Is it raining? Three hints, and the rules that connect them.",
  "variables": [
    { "name": "rain", "score": -0.3 },
    { "name": "sprinkler", "score": -0.2 },
    { "name": "wet grass", "score": 1.2 },
    { "name": "umbrella", "score": 0.1 },
    { "name": "season", "scores": [0.4, 0.1, 0.3, 0.2] }
  ],
  "factors": [
    {
      "kind": "or-with-output",
      "name": "grass gets wet somehow",
      "inputs": ["rain", "sprinkler"],
      "output": "wet grass"
    },
    { "kind": "implication", "name": "take the umbrella", "premises": ["rain"], "conclusion": "umbrella" },
    { "kind": "at-most-one", "name": "nobody waters in the rain", "literals": ["rain", "sprinkler"] },
    { "kind": "pair", "name": "umbrellas are seen in rain", "literals": ["rain", "umbrella"], "score": 0.5 },
    {
      "kind": "dense",
      "name": "rain by season",
      "variables": ["season", "rain"],
      "scores": [0, 0.2, 0, -0.1, 0.3, -0.4, 0, 0.1]
    }
  ]
}
`,
    file: 'rain.json',
  },
  {
    name: 'Friends who smoke',
    language: 'rules',
    source: `# Collective classification: whether people smoke, from what is known of a few and from who their friends are
# (the example of Markov logic networks).

domain person = {anna, ben, cleo, dora, emil, fred}
given friends(person, person) = {
  (anna, ben), (anna, emil), (anna, fred), (ben, anna), (emil, fred), (cleo, dora)
}
given seenSmoking(person) = {anna, emil}

open smokes(person) score { anna: 0, ben: -0.4, cleo: -0.4, dora: -0.4, emil: 0, fred: -0.4 }
open cancer(person) score { anna: -0.6, ben: -0.6, cleo: -0.6, dora: 0.5, emil: -0.6, fred: -0.6 }

"who was seen smoking, smokes": seenSmoking(x) => smokes(x)
"smoking causes cancer" weight 1.5: smokes(x) => cancer(x)
"friends smoke alike" weight 1.1: friends(x, y) => (smokes(x) <=> smokes(y))
`,
    file: 'logic/smokers.parley',
  },
  {
    name: 'Three at odds',
    language: 'json',
    source: `{
  "parley": 1,
  "comment": "Each of three wants to be in, no two get along: the relaxation is 1.5, the truth 1.",
  "variables": [
    { "name": "Anna", "score": 1 },
    { "name": "Ben", "score": 1 },
    { "name": "Cleo", "score": 1 }
  ],
  "factors": [
    { "kind": "at-most-one", "literals": ["Anna", "Ben"] },
    { "kind": "at-most-one", "literals": ["Ben", "Cleo"] },
    { "kind": "at-most-one", "literals": ["Cleo", "Anna"] }
  ]
}
`,
  },
  {
    name: 'Semantic roles',
    language: 'rules',
    source: `# Semantic roles: what each phrase of "The judge gave the boy a warning yesterday" is to its verb. Scores come from a
# model; the rules say what makes a frame.

domain phrase = {judge, boy, warning, yesterday}
domain role = {agent, recipient, theme, time, none}
given core(role) = {agent, recipient, theme}
function start(phrase) = { judge: 1, boy: 2, warning: 3, yesterday: 4 }

open plays(phrase, role) score {
  (judge, agent): 1.4, (judge, theme): 0.6, (judge, none): 0.2,
  (boy, recipient): 0.5, (boy, theme): 0.9, (boy, agent): 0.3,
  (warning, theme): 1.0, (warning, recipient): 0.1, (warning, none): 0.3,
  (yesterday, time): 0.7, (yesterday, theme): 0.4, (yesterday, none): 0.5
}

"each phrase has one role": exists! r: plays(p, r)
"no duplicate roles": at most 1 p: plays(p, r) where core(r)
"a recipient needs a theme": (exists p: plays(p, recipient)) => exists p: plays(p, theme)
"a frame has an agent" weight 0.8: exists p: plays(p, agent)
"the recipient comes before the theme" weight 0.5:
  plays(p, recipient) & plays(q, theme) => start(p) < start(q)
`,
    file: 'logic/roles.parley',
  },
  {
    name: 'Nothing fits',
    language: 'rules',
    source: `# Three people, two seats.
domain person = {anna, ben, cleo}
domain seat = {window, aisle}
open sits(person, seat)

"everybody sits": exists! s: sits(p, s)
"one to a seat": at most 1 p: sits(p, s)
"Anna likes the window" weight 3: sits("anna", "window")
`,
  },
]
