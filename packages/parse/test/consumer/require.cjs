const { parseReply } = require('@turnwise/parse')

console.log(parseReply('{"a": 1}').kind)
