import { exercise } from './exercise.ts'

const result = JSON.stringify(exercise())
if (typeof document === 'undefined') console.log(result)
else document.documentElement.dataset.result = encodeURIComponent(result)
