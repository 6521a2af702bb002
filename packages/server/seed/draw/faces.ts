import type { Face } from './avatar.ts'

/** The firm's own people, who write with a badge. */
export const staffAvatars: Readonly<Record<'host' | 'editor', Face>> = {
  host: {
    ground: '#e7d6bd',
    skin: '#f0c7a4',
    hair: '#35231b',
    cut: 'bun',
    shirt: '#7f9a8b',
    earrings: true,
    eyes: 'arcs',
  },
  editor: {
    ground: '#d5e0ea',
    skin: '#f3cfae',
    hair: '#4a3226',
    cut: 'tail',
    shirt: '#e3b45f',
    glasses: true,
    smile: 'open',
  },
}

/** The shipped set for virtual users, by the name of the file. */
export const viewerAvatars: Readonly<Record<string, Face>> = {
  'face-01': { ground: '#f1d5cd', skin: '#f5d2b3', hair: '#3a2620', cut: 'long', shirt: '#c9755f', earrings: true },
  'face-02': { ground: '#d8e5dc', skin: '#e9bd97', hair: '#2c211d', cut: 'short', shirt: '#5f7f73', glasses: true },
  'face-03': { ground: '#e6dcef', skin: '#f3ccab', hair: '#6b452f', cut: 'wave', shirt: '#9a82bd', smile: 'open' },
  'face-04': { ground: '#f4e2bf', skin: '#dca77d', hair: '#2a1f1b', cut: 'crop', shirt: '#d08a3f', beard: true },
  'face-05': {
    ground: '#d6e4ef',
    skin: '#f2cdb0',
    hair: '#b9b3ad',
    cut: 'bob',
    shirt: '#6f93b5',
    glasses: true,
    eyes: 'arcs',
  },
  'face-06': { ground: '#f3dccd', skin: '#efc39d', hair: '#3b2a22', cut: 'parted', shirt: '#e7a08a' },
  'face-07': {
    ground: '#dfe9d5',
    skin: '#f0c9a6',
    hair: '#2f2420',
    cut: 'bun',
    shirt: '#86a56b',
    smile: 'open',
    earrings: true,
  },
  'face-08': {
    ground: '#e4dfd6',
    skin: '#e6b68e',
    hair: '#7d7771',
    cut: 'short',
    shirt: '#7a6f63',
    glasses: true,
    eyes: 'arcs',
  },
  'face-09': { ground: '#fbe0e0', skin: '#f7d7bb', hair: '#8a5638', cut: 'bob', shirt: '#e58c95', eyes: 'arcs' },
  'face-10': { ground: '#d9e9e6', skin: '#c98f65', hair: '#231a16', cut: 'curly', shirt: '#3f8f86', smile: 'open' },
  'face-11': { ground: '#efe3d0', skin: '#f1c8a3', hair: '#33251f', cut: 'tail', shirt: '#b8794c' },
  'face-12': { ground: '#dde2f2', skin: '#eec29c', hair: '#2b2422', cut: 'crop', shirt: '#5c6fae', smile: 'open' },
  'face-13': {
    ground: '#f2e6c9',
    skin: '#f4cfae',
    hair: '#d8d4cf',
    cut: 'wave',
    shirt: '#b99a4c',
    earrings: true,
    eyes: 'arcs',
  },
  'face-14': { ground: '#e0eadf', skin: '#e2b084', hair: '#3a2b24', cut: 'bald', shirt: '#6b8a70', beard: true },
  'face-15': { ground: '#f0d9e4', skin: '#f5d3b6', hair: '#2e2321', cut: 'bob', shirt: '#bd6f94', glasses: true },
  'face-16': { ground: '#d9e3e8', skin: '#edc09a', hair: '#3d2c25', cut: 'short', shirt: '#e0e4e6', hat: '#5b7f95' },
  'face-17': { ground: '#f5e0d0', skin: '#f0c5a0', hair: '#53382b', cut: 'curly', shirt: '#d97f55', eyes: 'arcs' },
  'face-18': { ground: '#e3e0f0', skin: '#f3ccad', hair: '#241c1a', cut: 'long', shirt: '#6a5f9c', smile: 'open' },
}
