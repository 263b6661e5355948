#!/usr/bin/env node
// The command. A file of its own, so that it exists and is executable before the first build.
import '../dist/main.js'
