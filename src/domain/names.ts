import { deriveFraction, type Origin } from './derive.ts'

/**
 * A plausible name for the person who sends a transfer: the same for the same origin. From tables of our own, because
 * plans are made where nothing may be awaited and a library of names takes 16 ms to load.
 */
export function customerName(origin: Origin): string {
  const choice = Math.floor(deriveFraction(origin, 'customer-name', 0) * firstNames.length * lastNames.length)
  return `${firstNames[choice % firstNames.length]} ${lastNames[Math.floor(choice / firstNames.length)]}`
}

const firstNames = [
  'Abdou',
  'Aisha',
  'Amina',
  'Blessing',
  'Daniel',
  'David',
  'Emmanuel',
  'Esther',
  'Fatou',
  'Grace',
  'Hassan',
  'Ibrahim',
  'Joseph',
  'Mariam',
  'Moussa',
  'Paul',
  'Ruth',
  'Samuel',
  'Sarah',
  'Yusuf',
] as const

const lastNames = [
  'Abubakar',
  'Adeyemi',
  'Banda',
  'Boateng',
  'Diallo',
  'Fofana',
  'Kamara',
  'Kimani',
  'Koffi',
  'Massawe',
  'Mensah',
  'Mukasa',
  'Mwale',
  'Ndiaye',
  'Njoroge',
  'Okafor',
  'Otieno',
  'Owusu',
  'Sow',
  'Traore',
] as const
