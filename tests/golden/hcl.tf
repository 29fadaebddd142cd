# The AWS provider.
terraform {
  required_version = ">= 1.0"
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
  backend "s3" { bucket = "b" }
}
provider "aws" { 
  alias = "west"
  region = var.region
}
/* The region. */
variable "region" {
  type        = string
  description = "Region"
  default     = "eu-west-1"
}
locals {
  # The name.
  name = "${var.prefix}-${local.env}"
  tags = merge(var.tags, { Name = local.name })
  ids  = [for s in aws_subnet.main : s.id if s.public]
  m    = { for k, v in var.map : k => upper(v) }
}
resource "aws_instance" "web" {
  count = length(data.aws_ami.ubuntu.ids)
  ami   = data.aws_ami.ubuntu.id
  subnet_id = aws_subnet.main[count.index].id
  provider = aws.west
  dynamic "ebs_block_device" {
    for_each = var.disks
    iterator = disk
    content { device_name = disk.value.name }
  }
  lifecycle { ignore_changes = [tags, ami] }
  depends_on = [module.vpc]
  user_data = <<-EOT
    echo ${var.region}
    %{ for x in var.list ~}
    ${x}
    %{ endfor ~}
  EOT
}
data "aws_ami" "ubuntu" { owners = ["self"] }
module "vpc" {
  source = "./modules/vpc"
  cidr   = module.other.cidr
  providers = { aws = aws.west }
}
output "id" { 
  description = "The ids."
  value = aws_instance.web[*].id
}
moved { 
  from = aws_instance.a 
  to = aws_instance.web
}
check "health" { assert { condition = self.x == each.value } }
# Set for all.
top = "x"
job web {
  group "api" { count = 3 }
}
locals {
  both = var.a == local.b[0].c && !each.value ? f(x).y : upper("${path.module}/z")
}
