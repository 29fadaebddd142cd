#!/usr/bin/env ruby
# frozen_string_literal: true

require "json"
require_relative "store/users"
load 'tasks.rb'
autoload :Parser, "app/parser"

LIMIT = 10
$verbose = false
Point = Struct.new(:x, :y, keyword_init: true) do
  def length = Math.sqrt(x * x + y * y)
end

# Things that have a price.
module Priced
  RATES = { "eur" => 1, usd: 2, :gbp => 3 }.freeze

  def self.included(base)
    base.extend ClassMethods
  end
  included do
    def taxed? = true
  end
end

# One order.
# It has lines.
class Shop::Order < ApplicationRecord
  # What it costs with.
  include Priced, Comparable
  extend Forwardable
  has_many :lines, class_name: "Line"
  before_save :check!, only: %i[create update]

  @@count = 0
  attr_reader :total, :user
  attr_accessor :note # free text
  private attr_writer :secret

  class << self
    def find(id, *rest, key: nil, **options, &block)
      @cache ||= {}
      @cache[id] ||= new(id, rest, key)
    end

    private

    def build; end
  end

  def initialize(user, total = LIMIT)
    # Not a header.
    @user = user
    @total, @other = total, nil
    self.note = "made by #{user.name}"
    super()
  end

  def <=>(other)
    total <=> other.total
  end

  define_method(:ship) do |place|
    order = Order.new(place)
    order.deliver!
    audit place
  end
  define_method("hold") { |why| why }
  alias send_out ship
  alias_method :cancel, :hold

  def note=(text)
    @note = text
  end

  def cheap?(users)
    sum = 0
    users.each { |user| sum += user.price; last = user }
    users.map(&:name).each_with_index do |name, i|
      puts name, i
    end
    for line in lines do sum += line.price end
    names = lines.select(&:open?)
    helper unless names.empty?
    Shop::Order.new(self).ship :fast
    total = ->(a, (b, c)) { a + b + c }
    total.call(1, [2, 3]) && total.(4)
    case users
    in [first, *others] then first
    in { name: String => text, age: } if age > 3 then text
    in Point(x:, y: 0) then x
    end
  rescue ActiveRecord::NotFound, IOError => error
    warn <<~TEXT, error
      Could not #{verb} it.
    TEXT
  ensure
    $verbose = true
  end

  private

  def helper
    yield self if block_given?
  end

  def shown; end
  public :shown
  SECRET = 1
  private_constant :SECRET
  def self.open_door; end
end

def Shop.open(*) = Order.find(1)&.ship
result = Shop.open
puts result
__END__
data here
