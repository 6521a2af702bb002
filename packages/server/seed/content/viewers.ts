export interface DemoVirtualUser {
  readonly name: string
  /** A picture of the shipped set: seed/media/avatars/<userImgId>.webp. */
  readonly userImgId: string
}

export const virtualUsers: readonly DemoVirtualUser[] = [
  { name: '小安', userImgId: 'face-06' },
  { name: 'Peggy', userImgId: 'face-01' },
  { name: '阿德', userImgId: 'face-04' },
  { name: 'Vivian Lin', userImgId: 'face-18' },
  { name: '吳奶奶的茶桌', userImgId: 'face-05' },
  { name: '小鹿媽咪', userImgId: 'deer' },
  { name: '蘇打餅', userImgId: 'bread' },
  { name: '阿哲', userImgId: 'face-12' },
  { name: 'Mei', userImgId: 'face-09' },
  { name: '茶席日常', userImgId: 'bowl' },
  { name: '大頭', userImgId: 'face-14' },
  { name: '芳芳', userImgId: 'face-03' },
  { name: 'Kevin Wu', userImgId: 'face-02' },
  { name: '貓奴一號', userImgId: 'cat' },
  { name: '洪梓晴', userImgId: 'face-15' },
  { name: '淑芬姐', userImgId: 'face-13' },
  { name: '柴柴不睡覺', userImgId: 'dog' },
  { name: '佳蓉', userImgId: 'face-11' },
  { name: 'Wendy', userImgId: 'face-07' },
  { name: '老張泡茶', userImgId: 'face-08' },
  { name: '捲捲', userImgId: 'face-17' },
  { name: '山上的雲', userImgId: 'mountain' },
  { name: '咖啡渣', userImgId: 'coffee' },
  { name: '阿凱', userImgId: 'face-16' },
  { name: 'Nini', userImgId: 'face-10' },
  { name: '陽台種菜', userImgId: 'plant' },
]
